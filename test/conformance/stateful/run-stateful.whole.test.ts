import { asObject } from '../../../src/generate/index';
import { statefulChecks } from '../../../src/conformance/checks';
import { runStateful } from '../../../src/conformance/stateful/run-stateful';
import { type DirectRun, directRun } from './direct-run';
import { openShop, SHOP, type Style } from './shop';
import { type FaultRow, findingsOf, findsFaults } from './shop-findings';

/** At least one for each check; run-stateful.long.test.ts has others. */
const FAULTS: readonly FaultRow[] = [
  ['loses what is created', 'created-is-retrievable', '/books'],
  ['sends a Location that leads nowhere', 'location-leads-to-created', '/books'],
  ['rounds numbers', 'round-trip-exact', '/books'],
  ['does not list', 'list-contains-created', '/books'],
  ['removes what is read', 'safe-request-changes-nothing', '/books'],
  ['answers HEAD as text', 'head-equals-get', '/books'],
  ['keeps what is deleted', 'deleted-is-gone', '/books'],
  ['merges by PUT', 'put-replaces', '/books'],
  ['adds by PUT', 'put-idempotent', '/books'],
  ['keeps what is null', 'merge-patch', '/books'],
  ['ignores PATCH', 'patch-is-applied', '/settings'],
  ['stores what it refuses', 'refused-create-leaves-nothing', '/books'],
  ['changes what it refuses', 'refused-change-leaves-nothing', '/books'],
  ['says another shelf', 'read-matches-created', '/books'],
  ['ignores If-Match', 'if-match-honoured', '/books'],
  ['keeps the entity tag', 'entity-tag-changes', '/books'],
  ['changes line ends', 'round-trip-exact', '/notice'],
  ['ignores charsets', 'round-trip-exact', '/notice'],
  ['ignores the key', 'retry-has-one-effect', '/orders'],
  ['creates over it', 'retry-has-one-effect', '/members'],
  ['stores readOnly members', 'read-only-kept', '/books'],
  ['forbids others', 'existence-hidden', '/orders'],
  ['takes readOnly states', 'read-only-kept', '/books'],
  ['lists what is of others', 'hidden-kept-from-others', '/orders'],
  ['repeats the last of a page', 'pages-hold-each-once', '/orders'],
  ['lets others change', 'hidden-kept-from-others', '/orders'],
  ['says 200 for what PUT creates', 'put-says-created', '/tags'],
  ['says 201 for what PUT replaces', 'put-says-created', '/orders'],
  ['changes states that it refuses', 'refused-change-leaves-nothing', '/books'],
  ['keeps the entity tag without If-Match', 'entity-tag-changes', '/settings'],
  ['drops what PATCH lacks', 'patch-is-partial', '/orders'],
];

findsFaults(FAULTS);

const STYLES: readonly Style[] = [
  'says 410',
  'archives',
  'has no Location',
  'sends absolute Locations',
  'wraps in data',
  'wants different titles',
  'creates later',
  'wants If-Match',
  'limits the rate',
  'trims and lowers',
  'settles slowly',
  'refuses readOnly members',
  'leaves out what is empty',
  'writes times otherwise',
  'moves states on',
  'has weak entity tags',
  'takes nothing',
];

it.each(STYLES)('finds nothing in a shop that %s', async (style) => {
  const { messages } = await findingsOf({ style }, '/books');
  expect(messages).toEqual([]);
});

it('finds nothing in a shop that makes nothing by PUT where the document lets it', async () => {
  const { messages } = await findingsOf({ style: 'makes nothing by PUT' }, '/orders');
  expect(messages).toEqual([]);
});

it('finds nothing in a shop that drops from a merge patch what the document does not state there', async () => {
  const shop = await openShop({ style: 'drops the publisher from patches' });
  const publisher = /^ {16}publisher:\n {18}type: \[object, 'null'\]\n(?: {18}.*\n)+/m;
  const yaml = SHOP.replace(publisher, '').replace(
    'additionalProperties: false\n              minProperties: 1',
    'minProperties: 1',
  );
  try {
    const run = directRun(yaml, shop.url, 1, {}, '/books');
    await runStateful(run, undefined, ['1']);
    expect(run.findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
    expect(yaml).not.toBe(SHOP);
  } finally {
    await shop.close();
  }
});

it('finds nothing where the document does not say which members are the own of the shop', async () => {
  const shop = await openShop();
  try {
    const run = directRun(SHOP.replaceAll('readOnly: true', 'deprecated: false'), shop.url);
    await runStateful(run, undefined, ['1']);
    expect(run.findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  } finally {
    await shop.close();
  }
});

describe('what is sent to a shop that is right', () => {
  let run: DirectRun;
  beforeAll(async () => {
    const shop = await openShop({});
    run = directRun(SHOP, shop.url, 1, {}, '/books');
    await runStateful(run, undefined, ['1']).finally(() => shop.close());
  });

  it('lists what lies within something new', () => {
    const listed = run.exchanges.filter(({ testCase }) => testCase.title === 'lists what is empty');
    expect(listed.map(({ outcome }) => outcome)).toEqual([
      expect.objectContaining({
        response: expect.objectContaining({ status: 200, body: Buffer.from('[]') }) as unknown,
      }),
    ]);
  });

  it('patches a list twice, the second time without what the first has', () => {
    const lists = run.exchanges
      .filter(({ testCase }) => testCase.title === 'changes it')
      .map(({ testCase }) => asObject(testCase.values?.body?.value))
      .filter(({ tags, ...others }) => Array.isArray(tags) && Object.keys(others).length === 0)
      .map(({ tags }) => tags as unknown[]);
    expect(lists).toHaveLength(2);
    expect(lists[1]).not.toEqual(expect.arrayContaining(lists[0] ?? []));
  });
});

it('finds nothing in a shop that is right, with few requests', async () => {
  const { messages, requests } = await findingsOf({}, '/', 2);
  expect(messages).toEqual([]);
  expect(requests).toBeLessThan(700);
});

it('has a test for each of its checks', () => {
  const ids = statefulChecks.map(({ id }) => id);
  expect([...new Set(FAULTS.map(([, check]) => check))].sort()).toEqual(ids.toSorted());
});
