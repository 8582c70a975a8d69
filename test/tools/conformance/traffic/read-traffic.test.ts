import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExchangeLog } from '../../../../src/tools/conformance/report/files';
import { Redaction } from '../../../../src/tools/judge/redact';
import { readTraffic } from '../../../../src/tools/conformance/traffic/read-traffic';
import { type RecordedExchange, responseOf } from '../../../../src/tools/judge/exchange';
import { temporaryFolder } from '../../../support/temporary-folder';
import { exchange, libraryResults, response } from '../report/library-results';
import { itEach } from '../../../support/it-each';

const folder = temporaryFolder();
const file = path.join(folder, 'traffic');

async function read(text: string): Promise<RecordedExchange[]> {
  writeFileSync(file, text);
  const all: RecordedExchange[] = [];
  for await (const each of readTraffic(file)) all.push(each);
  return all;
}

const har = (...entries: object[]): string =>
  JSON.stringify({ log: { version: '1.2', entries } }, null, 2);

const FORM = 'application/x-www-form-urlencoded';
const get = { method: 'GET', url: 'https://example.com:8443/a/../b?c=%zz#d', headers: [] };
const ok = {
  status: 200,
  headers: [],
  content: { size: 2, mimeType: 'application/json', text: '{}' },
};

describe('HAR', () => {
  it('is read without what is not of the message', async () => {
    const request = {
      ...get,
      method: 'POST',
      headers: [
        { name: ':authority', value: 'example.com' },
        { name: 'content-type', value: 'application/json' },
      ],
      postData: { mimeType: 'application/json', text: '"é"' },
    };
    const headers = [
      { name: 'Content-Encoding', value: 'gzip' },
      { name: 'content-length', value: '7' },
      { name: 'Set-Cookie', value: 'a=1\nb=2' },
    ];
    expect(await read(`\ufeff${har({ request, response: { ...ok, headers } })}`)).toStrictEqual([
      {
        place: `${file}, log.entries[0]`,
        request: {
          method: 'POST',
          target: '/a/../b?c=%zz',
          headers: [['content-type', 'application/json']],
          body: Buffer.from('"é"'),
        },
        response: {
          status: 200,
          headers: [
            ['Set-Cookie', 'a=1'],
            ['Set-Cookie', 'b=2'],
          ],
          body: Buffer.from('{}'),
        },
        withoutBody: [],
      },
    ]);
  });

  it.each<[string, object, string | undefined]>([
    ['base64', { size: 2, mimeType: 'image/png', encoding: 'base64', text: 'iVA=' }, '8950'],
    ['Latin-1', { size: 1, mimeType: 'text/plain; charset=ISO-8859-1', text: 'é' }, 'e9'],
    ['no text', { size: 5, mimeType: 'text/plain' }, undefined],
    ['an unknown size', { mimeType: 'text/plain' }, undefined],
    ['nothing', { size: 0, mimeType: 'text/plain' }, ''],
    ['another charset', { size: 1, mimeType: 'text/plain;charset="koi8-r"', text: 'ж' }, undefined],
    ['lost bytes', { size: 3, mimeType: 'image/png', text: '\ufffdPNG' }, undefined],
  ])('content as %s', async (_, content, hex) => {
    const [entry] = await read(har({ request: get, response: { ...ok, content } }));
    expect(entry!.withoutBody).toStrictEqual(hex === undefined ? ['response'] : []);
    expect(entry!.response!.body.toString('hex')).toBe(hex ?? '');
  });

  itEach<[object, string | undefined]>({
    'fields of a form': [
      { postData: { mimeType: FORM, params: [{ name: 'a b', value: '&' }] } },
      'a+b=%26',
    ],
    'fields of a multipart form': [
      { postData: { mimeType: 'multipart/form-data', params: [] } },
      'unknown',
    ],
    'nothing of something': [{ bodySize: 3 }, 'unknown'],
    nothing: [{ bodySize: 0 }, undefined],
  })('a request body as %s', async (_, parts, text) => {
    const [entry] = await read(har({ request: { ...get, ...parts }, response: ok }));
    expect(entry!.withoutBody).toStrictEqual(text === 'unknown' ? ['request'] : []);
    expect(entry!.request.body?.toString()).toBe(text === 'unknown' ? undefined : text);
  });

  it('leaves out what is not HTTP, and has no response of what was cancelled', async () => {
    const entries = await read(
      har(
        { request: { ...get, url: 'data:text/plain,a' }, response: ok },
        { request: { ...get, url: 'http://localhost?a' }, response: { ...ok, status: 0 } },
      ),
    );
    expect(entries).toStrictEqual([
      {
        place: `${file}, log.entries[1]`,
        request: { method: 'GET', target: '/?a', headers: [] },
        withoutBody: [],
      },
    ]);
  });
});

describe('the log of exchanges', () => {
  it('is read as it was written', async () => {
    const odd = exchange({
      title: 'separators of lines \u2028',
      request: {
        method: 'POST',
        target: '/',
        headers: [],
        body: Buffer.from('\u2028\r\u0000\ufeff'),
      },
      outcome: response(200, { 'X-A': '\u2029' }, Buffer.from([0xff, 0x0a])),
    });
    const exchanges = [...libraryResults.findings.flatMap((each) => each.exchanges), odd];
    const redaction = new Redaction({ tokens: [], securitySchemes: {} });
    const log = new ExchangeLog(file, redaction);
    for (const each of exchanges) log.write(each);
    log.close();
    const all: RecordedExchange[] = [];
    for await (const each of readTraffic(file)) all.push(each);
    expect(all.map(({ place }) => place)).toStrictEqual(
      exchanges.map((_, index) => `${file}:${index + 1}`),
    );
    expect(all.map((each) => each.response)).toStrictEqual(
      exchanges.map((each) => responseOf(redaction.exchange(each))),
    );
    expect(all.at(-1)!.request).toStrictEqual(odd.testCase.request);
  });

  it('may have empty lines and none at the end', async () => {
    const line = '{"request":{"method":"GET","target":"/","headers":[]}}';
    expect(await read(`\n${line}\n\r\n${line}`)).toHaveLength(2);
  });
});

describe('what is neither', () => {
  const line = '{"request":{"method":"GET","target":"/","headers":[]}}';

  it.each([
    [
      '',
      ' is neither HAR 1.2 nor a log of exchanges; give a HAR file, or exchanges.ndjson of an earlier run',
    ],
    ['GET / HTTP/1.1', ' is neither HAR 1.2 nor'],
    ['{"log":{}}', ': log.entries must be a list'],
    [har({ request: get }, 1 as never), ', log.entries[1]: an entry must have a request'],
    [har({ request: { url: get.url } }), ', log.entries[0]: a request must have a method'],
    [`${line}\n{"request"\n${line}`, ':2: the line is no JSON'],
    [`${line}\n{"request":1}`, ':2: no exchange; "request" must have method, target and headers'],
    [`${line}\n{"request":{"method":"GET","target":"/","headers":[["a"]]}}`, ':2: no exchange'],
    [`${line.slice(0, -1)},"response":{"status":"200","headers":[]}}`, ':1: no exchange'],
  ])('%s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(`${file}${message}`);
  });

  it('a file that is not there', async () => {
    const none = path.join(folder, 'none');
    await expect(readTraffic(none).next()).rejects.toThrow(
      `The file ${none} cannot be read (ENOENT)`,
    );
  });
});
