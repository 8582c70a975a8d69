import { statefulChecks } from '../../../../scripts/conformance/stateful/checks';
import { runStateful } from '../../../../scripts/conformance/stateful/run-stateful';
import { directRun } from './direct-run';
import { openShop, SHOP, type Fault, type Style } from './shop';

/** What the phase reports of a shop, by the checks. */
async function findingsOf(
  how: { readonly fault?: Fault; readonly style?: Style },
  seed = 1,
  rounds = 1,
): Promise<{ readonly checks: string[]; readonly messages: string[]; readonly requests: number }> {
  const shop = await openShop(how);
  try {
    const isWrapped = how.style === 'wraps in data';
    const run = directRun(isWrapped ? wrapped(SHOP) : SHOP, shop.url, seed);
    await runStateful(run, undefined, rounds);
    return {
      checks: [...new Set(run.findings.map(({ check }) => check))].sort(),
      messages: run.findings.map(({ check, message }) => `${check}: ${message}`),
      requests: run.exchanges.length,
    };
  } finally {
    await shop.close();
  }
}

/** The document of a shop whose responses hold a book as `data`. */
function wrapped(yaml: string): string {
  const [schema, book] = ['schema: ', "{ $ref: '#/components/schemas/Book' }"];
  return yaml.replace(
    `A book\n      content: { application/json: { ${schema}${book} } }`,
    `A book\n      content: { application/json: { ${schema}{ properties: { data: ${book} } } } }`,
  );
}

const FAULTS: readonly (readonly [Fault, string])[] = [
  ['loses what is created', 'created-is-retrievable'],
  ['sends a Location that leads nowhere', 'location-leads-to-created'],
  ['rounds numbers', 'round-trip-exact'],
  ['cuts texts at NUL', 'round-trip-exact'],
  ['replaces astral characters', 'round-trip-exact'],
  ['drops the subtitle', 'round-trip-exact'],
  ['does not list', 'list-contains-created'],
  ['removes what is read', 'safe-request-changes-nothing'],
  ['answers HEAD as text', 'head-equals-get'],
  ['keeps what is deleted', 'deleted-is-gone'],
  ['lists what is deleted', 'deleted-is-gone'],
  ['merges by PUT', 'put-replaces'],
  ['adds by PUT', 'put-idempotent'],
  ['keeps what is null', 'merge-patch'],
  ['replaces by PATCH', 'merge-patch'],
  ['does not merge within', 'merge-patch'],
  ['ignores PATCH', 'patch-is-applied'],
  ['stores what it refuses', 'refused-create-leaves-nothing'],
  ['changes what it refuses', 'refused-change-leaves-nothing'],
  ['says another shelf', 'read-matches-created'],
  ['ignores If-Match', 'if-match-honoured'],
  ['counts readings', 'safe-request-changes-nothing'],
  ['names another in Location', 'location-leads-to-created'],
  ['changes line ends', 'round-trip-exact'],
  ['ignores the key', 'retry-has-one-effect'],
  ['creates over it', 'retry-has-one-effect'],
  ['stores readOnly members', 'read-only-kept'],
  ['forbids others', 'existence-hidden'],
];

it.each(FAULTS)('finds a shop that %s, by %s', async (fault, check) => {
  const { checks } = await findingsOf({ fault });
  expect(checks).toContain(check);
});

const STYLES: readonly (Style | undefined)[] = [
  undefined,
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
  'takes nothing',
];

it.each(STYLES)('finds nothing in a shop that is right and %s', async (style) => {
  for (const seed of [1, 2]) {
    const { messages, requests } = await findingsOf(style === undefined ? {} : { style }, seed);
    expect(messages).toEqual([]);
    expect(requests).toBeLessThan(1200);
  }
});

it('has a test for each of its checks', () => {
  const ids = statefulChecks.map(({ id }) => id);
  expect([...new Set(FAULTS.map(([, check]) => check))].sort()).toEqual(ids.toSorted());
});
