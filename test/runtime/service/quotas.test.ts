import { setTimeout as sleep } from 'node:timers/promises';
import { startPlantService, TOKEN, type PlantService } from '../../support/plant-service';
import { RawConnection } from '../../support/raw-connection';
import { useStarted } from '../../support/use-started';

/** What RATE_LIMIT and TRUSTED_PROXIES make of requests, through a real socket. */

type Headers = Readonly<Record<string, string>>;

async function withService<T>(
  env: Headers,
  use: (service: PlantService) => Promise<T>,
): Promise<T> {
  const service = await startPlantService(env);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

let lastId = 0;

/** The status, the error number if there is one, and the header fields. */
async function create(
  service: PlantService,
  headers: Headers = {},
  name = 'Fern',
): Promise<{ told: string; fields: globalThis.Headers }> {
  const body = JSON.stringify({ id: ++lastId, name });
  const response = await service.post(body, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
  });
  const { error } = (await response.json()) as { error?: number };
  return {
    told: [response.status, error].filter((each) => each !== undefined).join(' '),
    fields: response.headers,
  };
}

async function createEach(service: PlantService, each: readonly Headers[]): Promise<string[]> {
  const told: string[] = [];
  for (const headers of each) told.push((await create(service, headers)).told);
  return told;
}

const REFUSED = '400 42901';
const wrong = { authorization: 'Bearer wrong' };
const from = (forwarded: string): Headers => ({ 'x-forwarded-for': forwarded });

it('a burst gets as much as the quota, whatever comes at once', async () => {
  await withService({ RATE_LIMIT: 'address=5/m' }, async (service) => {
    const results = await Promise.all(Array.from({ length: 20 }, () => create(service)));
    expect(results.filter(({ told }) => told === '200')).toHaveLength(5);
    expect(results.filter(({ told }) => told === REFUSED)).toHaveLength(15);
  });
});

/** A list of strings with integers and strings as parameters (RFC 9651, sections 3.1 and 3.1.2). */
function parseList(field: string | null): [string, Record<string, number | string>][] {
  return (field ?? '').split(', ').map((member) => {
    expect(member).toMatch(/^"[\x20-\x7e]+"(;[a-z]+=(\d{1,15}|"[a-z-]+"))+$/);
    const [name, ...parameters] = member.split(';');
    const pairs = parameters.map((each) => each.split('='));
    const values = pairs.map(([key, value]) => [key, JSON.parse(value!)] as const);
    return [JSON.parse(name!), Object.fromEntries(values)];
  });
}

it('responses tell what is left of each limit, refusals when there is more', async () => {
  const limits = 'token=100/m,address=2/m,token-bytes=1MiB/h,failures=5/m';
  await withService({ RATE_LIMIT: limits }, async (service) => {
    const accepted = (await create(service)).fields;
    expect(parseList(accepted.get('ratelimit-policy'))).toEqual([
      ['token', { q: 100, w: 60 }],
      ['address', { q: 2, w: 60 }],
      ['token-bytes', { q: 2 ** 20, qu: 'content-bytes', w: 3_600 }],
    ]);
    const left = Object.fromEntries(parseList(accepted.get('ratelimit')));
    expect(left).toMatchObject({ token: { r: 99 }, address: { r: 1 } });
    expect(left['token-bytes']?.r).toBeLessThan(2 ** 20);
    expect(accepted.get('retry-after')).toBeNull();

    const unauthenticated = await create(service, wrong);
    expect(unauthenticated.told).toBe('401 40102');
    expect(parseList(unauthenticated.fields.get('ratelimit'))).toMatchObject([
      ['address', { r: 0 }],
    ]);
    const refused = (await create(service)).fields;
    const [[name, { r, t }]] = parseList(refused.get('ratelimit')) as [any];
    expect([name, r]).toEqual(['address', 0]);
    expect(refused.get('retry-after')).toBe(String(t));
    expect(t).toBeGreaterThan(50);
  });
});

it('a client that waits as long as it is told succeeds', async () => {
  await withService({ RATE_LIMIT: 'address=1/s,token=100/s' }, async (service) => {
    const results = await Promise.all(Array.from({ length: 6 }, () => create(service)));
    const refused = results.filter(({ told }) => told === REFUSED).at(-1);
    await sleep(Number(refused!.fields.get('retry-after')) * 1_000);
    expect((await create(service)).told).toBe('200');
  });
});

it('callers have quotas of their own', async () => {
  const env = { RATE_LIMIT: 'token=2/m', ACCESS_TOKENS: 'one,two' };
  await withService(env, async (service) => {
    const [one, two] = ['one', 'two'].map((token) => ({ authorization: `Bearer ${token}` }));
    const told = await createEach(service, [one!, one!, one!, two!, two!, two!]);
    expect(told).toEqual(['200', '200', REFUSED, '200', '200', REFUSED]);
  });
});

it('bytes count when they have been read; beyond them, a body is not read', async () => {
  await withService({ RATE_LIMIT: 'token-bytes=1KiB/m' }, async (service) => {
    const long = 'x'.repeat(600);
    expect((await create(service, {}, long)).told).toBe('200');
    expect((await create(service, {}, long)).told).toBe('200');
    expect((await create(service)).told).toBe(REFUSED);
    const { hostname, port } = new URL(service.url);
    const connection = await RawConnection.open(service.url);
    connection.write(
      `POST /plants HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${TOKEN}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
    );
    expect((await connection.response()).status).toBe(400);
  });
});

it('what no operation covers counts for the address, and is refused with 429', async () => {
  await withService({ RATE_LIMIT: 'address=2/m' }, async ({ url }) => {
    const statuses: number[] = [];
    for (const path of ['/nothing', '/plants', '/nothing', '/plants']) {
      statuses.push((await fetch(url + path)).status);
    }
    expect(statuses).toEqual([404, 405, 429, 429]);
    expect((await fetch(`${url}/-/live`)).status).toBe(200);
  });
});

it('credentials that fail are refused for longer and longer; valid ones of the address are not', async () => {
  await withService({ RATE_LIMIT: 'failures=3/m' }, async (service) => {
    expect(await createEach(service, [wrong, wrong, wrong])).toEqual(
      Array.from({ length: 3 }, () => '401 40102'),
    );
    const waits: (string | null)[] = [];
    while (waits.length < 3) {
      const { told, fields } = await create(service, wrong);
      expect(told).toBe(REFUSED);
      waits.push(fields.get('retry-after'));
      expect((await create(service)).told).toBe('200');
    }
    expect(waits).toEqual(['1', '2', '4']);
  });
});

it('X-Forwarded-For of a client that is no trusted proxy changes nothing', async () => {
  await withService({ RATE_LIMIT: 'address=1/m' }, async (service) => {
    const told = await createEach(service, [from('192.0.2.1'), from('192.0.2.2'), {}]);
    expect(told).toEqual(['200', REFUSED, REFUSED]);
  });
});

describe('X-Forwarded-For of a trusted proxy', () => {
  const service = useStarted(() => {
    const env = { RATE_LIMIT: 'address=1/m', TRUSTED_PROXIES: 'loopback,10.0.0.0/8' };
    return startPlantService(env);
  });

  it.each<[string, readonly string[]]>([
    ['an address', ['192.0.2.1', '192.0.2.1']],
    ['what the client wrote before it', ['1.1.1.1, 192.0.2.2', '2.2.2.2,192.0.2.2']],
    ['what is no address before it', ['unknown, 192.0.2.3', '%00, 192.0.2.3', ', , 192.0.2.3']],
    ['trusted proxies behind it', ['192.0.2.4, 10.0.0.1', '6.6.6.6, 192.0.2.4, 10.0.0.2']],
    ['the port of a connection', ['192.0.2.5:4711', '192.0.2.5:4712', '192.0.2.5']],
    ['its form in IPv6', ['::ffff:192.0.2.6', '192.0.2.6']],
    ['addresses of one network', ['2001:db8::1', '2001:DB8:0:0:ffff::2', '[2001:db8::3]:4711']],
    ['what is no address at all', ['one', 'two', '']],
  ])('%s is one client', async (_, forwarded) => {
    const [first, ...others] = await createEach(service, forwarded.map(from));
    expect(first).toBe('200');
    expect(new Set(others)).toEqual(new Set([REFUSED]));
  });

  it('tells clients apart', async () => {
    const each = ['192.0.2.7', '192.0.2.8', '2001:db8:1:1::1', '2001:db8:1:2::1'];
    const told = await createEach(service, each.map(from));
    expect(told).toEqual(['200', '200', '200', '200']);
  });
});

it('without RATE_LIMIT nothing is refused or told', async () => {
  await withService({}, async (service) => {
    const results = await Promise.all(Array.from({ length: 50 }, () => create(service)));
    expect(new Set(results.map(({ told }) => told))).toEqual(new Set(['200']));
    const names = results.flatMap(({ fields }) => [...fields.keys()]);
    expect(names.filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});
