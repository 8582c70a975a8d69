import { createPlant } from '../../../../src/plant-store/plants/handlers/createPlant';
import { LogLines, readMetrics, type Scrape } from '../../../support/log-lines';
import { CREATE_LINES, startPlantService } from '../../../support/plant-service';
import { RawConnection } from '../../../support/raw-connection';
import { useStarted } from '../../../support/use-started';
import { itEach } from '../../../support/it-each';

const logs = new LogLines();
let handling: () => Promise<unknown> = () => Promise.resolve(undefined);

const service = useStarted(() =>
  startPlantService(
    {},
    {
      createPlant: async (input, context) =>
        // What no handler that compiles gives.
        ((await handling()) as Awaited<ReturnType<typeof createPlant>> | undefined) ??
        createPlant(input, context),
    },
    { log: logs.log, requestLines: logs },
  ),
);
beforeEach(() => {
  handling = () => Promise.resolve(undefined);
  logs.clear();
});

const metrics = (): Promise<Scrape> => readMetrics(service.url);

/** By how much each value grew while something was done; what stayed the same is left out. */
async function growth(action: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await metrics();
  const requests = logs.requests.length;
  await action();
  await logs.nextRequest(requests);
  const after = await metrics();
  const changes = [...after.values].map(([name, value]): [string, number] => [
    name,
    value - (before.values.get(name) ?? 0),
  ]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

const total = (operation: string, status: string): string =>
  `http_requests_total{operation="${operation}",status="${status}"}`;
const violations = (operation: string, direction: string, keyword: string): string =>
  `contract_violations_total{operation="${operation}",direction="${direction}",keyword="${keyword}"}`;

itEach<[() => Promise<unknown>, Record<string, number>]>({
  'a create': [
    () => service.post('{"id":1,"name":"Fern"}'),
    {
      [total('createPlant', '200')]: 1,
      'http_request_duration_seconds_count{operation="createPlant",status="200"}': 1,
      'store_commit_duration_seconds_count{outcome="done"}': 1,
    },
  ],
  'a body that breaks a keyword': [
    () => service.post('{"id":2,"name":7}'),
    {
      [total('createPlant', '400')]: 1,
      [violations('createPlant', 'request', 'type')]: 1,
    },
  ],
  'a body that is no JSON': [
    () => service.post('{"id":2'),
    { [violations('createPlant', 'request', 'malformedBody')]: 1 },
  ],
  'missing credentials': [
    () => service.post('{}', { headers: { authorization: '' } }),
    {
      [total('createPlant', '401')]: 1,
      [violations('createPlant', 'request', 'missingCredentials')]: 1,
    },
  ],
  'a path of nobody': [
    () => fetch(`${service.url}/${'x'.repeat(100)}`),
    { [total('(none)', '404')]: 1, [violations('(none)', 'request', 'notFound')]: 1 },
  ],
  'a method of nobody': [
    () => fetch(`${service.url}/plants`, { method: 'PROPFIND' }),
    { [total('(none)', '405')]: 1, [violations('(none)', 'request', 'methodNotAllowed')]: 1 },
  ],
  'what is no HTTP': [
    async () => {
      const connection = await RawConnection.open(service.url);
      await connection.write('nonsense\r\n\r\n').closed();
    },
    { [total('(none)', '400')]: 1, [violations('(none)', 'request', 'malformedRequest')]: 1 },
  ],
  'a response that the document does not state': [
    () => {
      handling = () => Promise.resolve({ status: 299 });
      return service.post('{"id":3,"name":"Fern"}');
    },
    {
      [total('createPlant', '500')]: 1,
      [violations('createPlant', 'response', 'undocumented')]: 1,
    },
  ],
  'a response that breaks a keyword': [
    () => {
      handling = () => Promise.resolve({ status: 200, body: { name: 7 } });
      return service.post('{"id":3,"name":"Fern"}');
    },
    {
      [total('createPlant', '500')]: 1,
      [violations('createPlant', 'response', 'type')]: 1,
    },
  ],
})('counts %s', async (_, action, want) => expect(await growth(action)).toMatchObject(want));

it('counts a request whose client has gone', async () => {
  const changes = await growth(async () => {
    const connection = await RawConnection.open(service.url);
    const begun = new Promise<void>((resolve) => {
      handling = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    connection.write(CREATE_LINES);
    await begun;
    connection.reset();
  });
  expect(changes).toMatchObject({ [total('createPlant', 'aborted')]: 1 });
});

it('gives as many labels to unknown paths and methods as to one', async () => {
  // Those of Node come and go by themselves.
  const names = async (): Promise<string[]> =>
    [...(await metrics()).values.keys()].filter((name) => !name.startsWith('nodejs_')).sort();
  const ask = (index: number): Promise<Response> =>
    fetch(`${service.url}/${index}`, { method: index % 2 === 0 ? 'GET' : 'PUT' });
  await ask(0);
  const before = await names();
  await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
  expect(await names()).toEqual(before);
});

it('says how many requests are in flight and how many creates wait', async () => {
  let end = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    handling = () => {
      resolve();
      return new Promise((finish) => {
        end = () => finish(undefined);
      });
    };
  });
  const sending = service.post('{"id":1,"name":"Fern"}');
  await begun;
  const { values } = await metrics();
  // This one and the scrape.
  expect(values.get('http_requests_in_flight')).toBe(2);
  expect(values.get('store_creates_waiting')).toBe(0);
  end();
  await sending;
  expect((await metrics()).values.get('http_requests_in_flight')).toBe(1);
});

it('counts what is shed', async () => {
  const small = await startPlantService(
    { MAX_PENDING_REQUESTS: '1' },
    { createPlant: () => new Promise(() => undefined) },
  );
  void small.post('{"id":1,"name":"Fern"}').catch(() => undefined);
  const statusOf = async (): Promise<number> => (await small.post('{"id":2,"name":"Fern"}')).status;
  expect(await statusOf()).toBe(503);
  expect((await readMetrics(small.url)).values.get('http_requests_shed_total')).toBe(1);
  await small.close();
});

describe('the format', () => {
  const OPENMETRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
  const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

  itEach({
    'of a client that asks for nothing': ['*/*', TEXT],
    'of a client that takes neither': ['application/json', TEXT],
    'of a client that wants OpenMetrics': ['application/openmetrics-text', OPENMETRICS],
    'of Prometheus 2': [
      'application/openmetrics-text;version=1.0.0;q=0.75,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=0.0.4;q=0.25,*/*;q=0.1',
      OPENMETRICS,
    ],
  })('%s', async (_, accept, want) => {
    expect((await readMetrics(service.url, { accept })).contentType).toBe(want);
  });

  it('keeps the names of counters, whichever was written before', async () => {
    await service.post('{"id":1,"name":"Fern"}');
    const accept = 'application/openmetrics-text';
    const [open, text, again] = [
      await readMetrics(service.url, { accept }),
      await metrics(),
      await readMetrics(service.url, { accept }),
    ];
    for (const { values } of [open, text, again]) {
      expect(values.get(total('createPlant', '200'))).toBeGreaterThan(0);
      expect(values.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    }
    expect(text.text).toContain('# TYPE http_requests_total counter\n');
    expect(open.text).toContain('# TYPE http_requests counter\n');
    expect(open.text).toMatch(/\n# EOF\n$/);
  });

  it('counts processor time from the start of the process', async () => {
    const { user, system } = process.cpuUsage();
    const { values } = await metrics();
    const [all = 0, ...parts] = ['', 'user_', 'system_'].map((part) =>
      values.get(`process_cpu_${part}seconds_total`),
    );
    expect(all).toBeGreaterThanOrEqual((user + system) / 1e6);
    expect(parts[0]).toBeGreaterThanOrEqual(user / 1e6);
    expect(parts[1]).toBeGreaterThanOrEqual(system / 1e6);
  });

  /** Scrapes that follow each other sooner than the delay of the event loop is measured. */
  it('has no value that is not known', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const accept = turn % 2 === 0 ? 'text/plain' : 'application/openmetrics-text';
      const { text, values } = await readMetrics(service.url, { accept });
      expect(text).not.toMatch(/ nan$/im);
      const year = 31_557_600;
      expect(values.get('nodejs_eventloop_lag_min_seconds') ?? 0).toBeLessThan(year);
    }
  });

  it('has units and help for each of its own metrics', async () => {
    const { text } = await metrics();
    const families = [...text.matchAll(/^# TYPE ((?:http|contract|store)_\w+) (\w+)$/gm)];
    expect(families.length).toBeGreaterThan(5);
    for (const [, name = '', type] of families) {
      expect(name.endsWith('_total')).toBe(type === 'counter');
      expect(name.endsWith('_seconds')).toBe(type === 'histogram');
      expect(text).toMatch(new RegExp(`^# HELP ${name} [A-Z]`, 'm'));
    }
  });
});
