import { startPlantService, TOKEN } from '../../support/plant-service';
import { Random } from '../../support/random';
import { sendRaw, type RawResponse } from '../../support/raw-http';
import { isLong } from '../../support/runs';
import { useStarted } from '../../support/use-started';

/**
 * Requests that are wrong in every way there is: none may hang, crash the service or make
 * it fail, and each response has the body of an error.
 */

const COUNT = isLong ? 10_000 : 300;
const CONCURRENCY = 24;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

const service = useStarted(() =>
  startPlantService({ MAX_BODY_BYTES: '4000', REQUEST_TIMEOUT_MS: '5000' }),
);

const PLANT = '{"id":1,"name":"Monstera","tag":"tropical"}';

/** A request with a body, well-formed but for what is given. */
function request(
  body: string | Buffer,
  { target = '/plants', method = 'POST', headers = {}, version = '1.1' } = {},
): Buffer {
  const all = {
    Host: 'localhost',
    Authorization: `Bearer ${TOKEN}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body as string)]);
}

function brokenJson(random: Random): Buffer {
  // Not behind a value, where a brace would make a shorter plant of it.
  const at = random.pick([1, 3, 5, 6, 9, 12, 15, 17, 20, 30, 32, 35, 36, 40]);
  return request(
    random.pick([
      () => PLANT.slice(0, at),
      () => `${PLANT.slice(0, at)}${random.pick(['}', ']', ',', ':', '"', '\\', '\0'])}`,
      () => `${PLANT}${random.pick(['}', 'x', '{}', '"', ','])}`,
      () => '['.repeat(1 + random.integer(3000)),
      () => '{"a":'.repeat(1 + random.integer(600)),
      () =>
        random.pick([
          'NaN',
          'undefined',
          "{'id':1}",
          '{"id":01,"name":"x"}',
          '{"id":+1,"name":"x"}',
        ]),
      () => random.pick(['{"id":1e999,"name":"x"}', '{"id":-,"name":"x"}', '{"id":1.,"name":"x"}']),
      () => `{"id":1,"name":"${random.pick(['\n', '\t', '\\x', '\\u12', '\u0001'])}"}`,
      () => Buffer.concat([Buffer.from(PLANT.slice(0, -2)), random.bytes(5)]),
    ])(),
  );
}

function wrongTypes(random: Random): Buffer {
  const wrong = ['null', 'true', '[]', '{}', '1.5', '"1"', '1e30', '9223372036854775808'];
  const notText = ['null', 'true', '[]', '{}', '0', '-1e3'];
  return request(
    random.pick([
      () => `{"id":${random.pick(wrong)},"name":"x"}`,
      () => `{"id":1,"name":${random.pick(notText)}}`,
      () => `{"id":1,"name":"x","tag":${random.pick(notText)}}`,
      () => random.pick(['null', 'true', '7', '"text"', '[]', '[{"id":1,"name":"x"}]', '{}']),
      () =>
        random.pick(['{"id":1}', '{"name":"x"}', '{"__proto__":{"id":1,"name":"x"}}', '{"":{}}']),
      () => `{"id":${String(random.integer(9) + 1).repeat(20 + random.integer(200))},"name":"x"}`,
      () => `{"id":1e${random.integer(100_000) + 300},"name":"x"}`,
    ])(),
  );
}

function wrongHeaders(random: Random): Buffer {
  const header = (name: string, values: readonly string[]): Buffer =>
    request(PLANT, { headers: { [name]: random.pick(values) } });
  return random.pick([
    () =>
      header('Authorization', [
        '',
        'Bearer',
        'Bearer ',
        'Bearer \u00e4',
        'Basic x',
        'x',
        'Bearer a b',
        `Bearer ${TOKEN}x`,
      ]),
    () =>
      header('Content-Type', [
        '',
        'x',
        'text/plain',
        '/',
        'application/',
        'application/xml;a="',
        'multipart/form-data',
        'application/json; charset=latin1',
        ';;;',
      ]),
    () => header('Content-Encoding', ['gzip', 'x', 'br, gzip']),
    () =>
      header('Content-Length', [
        '-1',
        'x',
        '1e3',
        '99999999999999999999',
        '5000',
        '4001',
        ' ',
        '1,2',
      ]),
    () => header('Transfer-Encoding', ['chunked', 'gzip', 'chunked, chunked', 'identity']),
    () => header('Expect', ['x', '200-ok']),
    () => header('Host', ['a, b\r\nHost: c', 'x\r\nHost: x']),
    () => header('Bad Header', ['x']),
    () => header('X', ['\u0000', '\u007f', 'a\rb', 'y'.repeat(20_000)]),
    () =>
      request(PLANT, {
        headers: { 'Content-Length': String(PLANT.length - 1 - random.integer(20)) },
      }),
    () => request(PLANT, { version: random.pick(['0.9', '2.0', '9.9', '1', 'x']) }),
    () =>
      request(PLANT, {
        headers: { Authorization: `Bearer ${TOKEN}\r\nAuthorization: Bearer other` },
      }),
  ])();
}

function wrongTargets(random: Random): Buffer {
  const encodings = ['%', '%2', '%zz', '%ff', '%c3%28', '%00', '%2e%2e', '%2F', '%25'];
  const text = Array.from({ length: 1 + random.integer(8) }, () =>
    random.pick([...encodings, '/', 'a', '..', ';', '@', '+', '?', '#', '&&', '//']),
  ).join('');
  return random.pick([
    () => request(PLANT, { target: `/${text}` }),
    () => request(PLANT, { target: `/plants/${text}` }),
    () => request(PLANT, { target: `/-/${text}` }),
    () =>
      request(PLANT, {
        target: random.pick([
          '*',
          'plants',
          'http://',
          'http:///',
          '//plants',
          'http://x/animals',
          '\\plants',
          '/plants\u00e9',
          '/pl ants',
        ]),
      }),
    () => request(PLANT, { target: `/${'a'.repeat(random.integer(20_000))}` }),
    () =>
      request('', {
        method: random.pick([
          'GET',
          'PUT',
          'DELETE',
          'PATCH',
          'TRACE',
          'CONNECT',
          'PROPFIND',
          'FOO',
          'post',
        ]),
      }),
  ])();
}

function randomBytes(random: Random): Buffer {
  const good = request(PLANT);
  const flipped = Buffer.from(good);
  for (let flips = 1 + random.integer(4); flips > 0; flips--) {
    // Only the request line and the headers before the body decide whether the request is broken.
    flipped[random.integer(18)] = random.integer(32);
  }
  return random.pick([
    () => random.bytes(1 + random.integer(300)),
    () => Buffer.concat([Buffer.from('POST /plants HTTP/1.1\r\n'), random.bytes(200)]),
    () => good.subarray(0, 1 + random.integer(good.length - 1)),
    () => flipped,
    () => Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1, 0]), random.bytes(100)]),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  ])();
}

const GENERATORS = { brokenJson, wrongTypes, wrongHeaders, wrongTargets, randomBytes };

/** What is wrong with the responses to a malformed request, or undefined. */
function fault(responses: readonly RawResponse[]): string | undefined {
  for (const { status, headers, body } of responses) {
    if (status < 400 || status > 499) return `status ${status}`;
    if (headers['content-type'] !== 'application/json') return 'not application/json';
    const error = JSON.parse(Buffer.from(body, 'latin1').toString()) as Record<string, unknown>;
    if (Object.keys(error).join() !== 'error,message') return `body ${body}`;
    if (typeof error.error !== 'number' || typeof error.message !== 'string') return `body ${body}`;
    if (body.includes(TOKEN)) return 'the token is repeated';
  }
  return undefined;
}

it(`${COUNT} malformed requests get a documented refusal each (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const names = Object.keys(GENERATORS) as (keyof typeof GENERATORS)[];
  const counts = { responses: 0, silent: 0 };
  const bad: string[] = [];
  let made = 0;
  const client = async (): Promise<void> => {
    while (made < COUNT && bad.length < 5) {
      const name = names[made++ % names.length]!;
      const bytes = GENERATORS[name](random);
      const responses = await sendRaw(service.url, bytes);
      if (responses.length === 0) counts.silent++;
      counts.responses += responses.length;
      const wrong =
        fault(responses) ??
        (responses.length === 0 && name !== 'randomBytes' ? 'no response' : undefined);
      if (wrong !== undefined)
        bad.push(`${name}: ${wrong}: ${JSON.stringify(bytes.toString('latin1').slice(0, 400))}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));

  expect(bad).toEqual([]);
  expect(made).toBeGreaterThanOrEqual(COUNT);
  expect(counts.responses).toBeGreaterThan(COUNT * 0.9);
  expect(await service.stored()).toEqual([]);
  const after = await service.post(PLANT);
  expect(after.status).toBe(200);
}, 120_000);
