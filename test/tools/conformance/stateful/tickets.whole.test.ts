import { type Results, testConformance } from '../../../../src/tools/conformance/public';
import { parseSource } from '../../../../src/tools/document';
import { LOCATIONS, openTickets, TICKETS, type How } from './tickets';

const source = parseSource(TICKETS, 'tickets.yaml');

const SEED = Number(process.env.SEED ?? 1);

/** Successful requests by operationId. */
type Successes = Record<string, number>;

async function tested(
  how: How,
  location: keyof typeof LOCATIONS = 'by a path',
  seed = SEED,
  makes: (check: string) => boolean = () => true,
): Promise<Results & { readonly successes: Successes }> {
  const service = await openTickets(how, location);
  const successes: Successes = {};
  try {
    const results = await testConformance({
      ...{ source, url: service.url, seed, runs: 25, parallel: 2, timeoutMs: 10_000, makes },
      limits: { timeMs: Infinity, requests: 5_000 },
      tokens: { caller: new Map(), limited: new Map(), other: new Map() },
      onExchange: ({ testCase: { operation, phase }, outcome }) => {
        if (outcome.kind !== 'response' || outcome.response.status > 299) return;
        const name = `${phase} ${operation?.operationId ?? ''}`;
        successes[name] = (successes[name] ?? 0) + 1;
      },
    });
    return { ...results, successes };
  } finally {
    await service.close();
  }
}

it.each<readonly [fault: string, check: string]>([
  ['states sizes as texts', 'body-matches-schema'],
  ['fails for content', 'no-server-error'],
  ['decodes files as text', 'round-trip-exact'],
  ['decodes logs as text', 'round-trip-exact'],
  ['cuts files at a NUL', 'round-trip-exact'],
  ['turns line ends of files', 'round-trip-exact'],
  ['says 200 for what PUT creates', 'put-says-created'],
  ['lists by the first state', 'filter-kept'],
  ['lists all by several states', 'filter-kept'],
])('finds a service that %s, by %s', async (fault, check) => {
  const { findings } = await tested(fault, 'by a path', SEED, (id) => id === check);
  expect(findings.map((finding) => finding.check)).toContain(check);
});

it.each(Object.keys(LOCATIONS) as (keyof typeof LOCATIONS)[])(
  'reaches all below an attachment that Location names %s',
  async (location) => {
    const { findings, successes } = await tested('has ids with spaces', location);
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
    for (const operation of ['getAttachment', 'getContent', 'getThumbnail']) {
      expect(successes[`coverage ${operation}`]).toBeGreaterThanOrEqual(5);
      expect(successes[`random ${operation}`]).toBeGreaterThanOrEqual(10);
    }
    // After the first one is removed, others that were created follow.
    expect(successes['random detach']).toBeGreaterThanOrEqual(2);
  },
);

it.each(['lists none by several states', 'gives no Location'])(
  'finds nothing in a service that %s',
  async (how) => {
    const { findings } = await tested(how);
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  },
);

it('reaches all below an attachment of which a response has the id alone', async () => {
  const { findings, successes } = await tested('gives an id alone');
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(successes['random getContent']).toBeGreaterThanOrEqual(1);
});
