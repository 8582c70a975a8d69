import { asObject } from '../../../../src/tools/document';
import { checks } from '../../../../src/tools/judge/checks';
import { runStateful } from '../../../../src/tools/conformance/stateful/run-stateful';
import { type DirectRun, directRun } from './direct-run';
import { FOLDER_FAULTS, PROJECT_FAULTS, SHOP_FAULTS, SHOP_STYLES } from './fault-rows';
import { openShop, SHOP } from './shop';
import { findingsOf, findsFaults } from './shop-findings';

findsFaults(SHOP_FAULTS);

it.each(SHOP_STYLES)('finds nothing in a shop that %s', async (style) => {
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
    const run = directRun(yaml, shop.url, { within: '/books' });
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
    run = directRun(SHOP, shop.url, { within: '/books' });
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
  const ids = checks.filter((check) => !('examine' in check)).map(({ id }) => id);
  const found = [...SHOP_FAULTS, ...PROJECT_FAULTS, ...FOLDER_FAULTS].map(([, check]) => check);
  expect([...new Set(found)].sort()).toEqual(ids.toSorted());
});
