import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { ConformanceOptions, Results } from '../../../../src/tools/conformance/public';
import { type Answer, answering, testServer } from '../test-server';

const TEXT = '{"title":"A song of two","pages":12}';
const TAG = '"v1"';
const DATE = 'Sun, 01 Nov 2026 10:00:00 GMT';

/** The document of a file. @param parameters of GET */
function fileDocument(statuses: readonly string[], parameters: readonly unknown[] = []): string {
  const schema = { type: 'object', required: ['title', 'pages'] };
  const content = { 'application/json': { schema } };
  const described = (status: string) => ({
    description: status,
    ...(/^20/.test(status) && { content }),
  });
  const responses = Object.fromEntries(['200', ...statuses].map((each) => [each, described(each)]));
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'File', version: '1' },
    paths: { '/file': { get: { operationId: 'getFile', parameters, responses } } },
  });
}

const ALL = ['206', '304', '412', '416'];

type Service = (request: IncomingMessage, headers: OutgoingHttpHeaders) => Answer;

/** A server that knows conditions and ranges. @see https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2 */
const right: Service = ({ headers: sent }, headers) => {
  const [given, named] = [sent['if-match'], sent['if-none-match']];
  if (given !== undefined && given !== TAG) return [412];
  if (named === headers.ETag && named !== undefined) return [304, headers];
  if (named === undefined && sent['if-modified-since'] === DATE) return [304, headers];
  const [, first, end] = /^bytes=(\d+)-(\d*)$/.exec(sent.range ?? '') ?? [];
  if (first === undefined) return [200, headers, TEXT];
  const [from, to] = [Number(first), end === '' ? TEXT.length - 1 : Number(end)];
  if (from >= TEXT.length) return [416, { 'Content-Range': `bytes */${TEXT.length}` }];
  const part = { ...headers, 'Content-Range': `bytes ${from}-${to}/${TEXT.length}` };
  return [206, part, TEXT.slice(from, to + 1)];
};

const FIELDS = { 'Content-Type': 'application/json', ETag: TAG, 'Last-Modified': DATE };

interface Told {
  readonly checks: string[];
  readonly statuses: string[];
  readonly sent: string[];
  readonly results: Results;
}

const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-range', 'range'];

async function tested(
  service: Service,
  fields: OutgoingHttpHeaders = FIELDS,
  document = fileDocument(ALL),
  more: Partial<ConformanceOptions> = {},
): Promise<Told> {
  const sent: string[] = [];
  const server = answering((request) => {
    if (request.method !== 'GET') return [405, { Allow: 'GET' }];
    const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
    for (const name of names.filter((each) => CONDITIONS.includes(each.toLowerCase()))) {
      sent.push(`${name}: ${String(request.headers[name.toLowerCase()])}`);
    }
    return service(request, fields);
  });
  const results = await testServer(server, document, more);
  const { findings, operations } = results;
  return {
    checks: findings.map(({ check, fault }) =>
      fault === 'service' ? check : `${check} (${fault})`,
    ),
    statuses: Object.keys(operations[0]?.statuses ?? {}),
    sent,
    results,
  };
}

/** A server that answers some requests otherwise. */
const but =
  (
    change: (
      answer: readonly [number, OutgoingHttpHeaders?, (string | undefined)?],
      request: IncomingMessage,
    ) => Answer,
  ): Service =>
  (request, headers) => {
    const answer = right(request, headers);
    return change(typeof answer === 'number' ? [answer] : answer, request);
  };

const without = (name: string, headers: OutgoingHttpHeaders = {}): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));

const partial = (change: (headers: OutgoingHttpHeaders, text: string) => Answer): Service =>
  but((answer) => (answer[0] === 206 ? change(answer[1] ?? {}, answer[2] ?? '') : answer));

describe('a service with one fault', () => {
  it.each<[name: string, check: string, service: Service]>([
    [
      '200 for its own entity tag',
      'if-none-match-honoured',
      but((answer, { headers }) =>
        headers['if-none-match'] === undefined ? answer : [200, FIELDS, TEXT],
      ),
    ],
    [
      '304 without the entity tag',
      'entity-tag-kept',
      but((answer) => (answer[0] === 304 ? [304, without('ETag', answer[1])] : answer)),
    ],
    [
      '206 without the entity tag',
      'entity-tag-kept',
      partial((headers, text) => [206, without('ETag', headers), text]),
    ],
    [
      '206 without Content-Range',
      'range-fits',
      partial((headers, text) => [206, without('Content-Range', headers), text]),
    ],
    [
      '206 with other bytes',
      'range-fits',
      partial((headers, text) => [206, headers, text.replace(/[^\n]/, '~')]),
    ],
    [
      '206 with the bytes from the beginning',
      'range-fits',
      partial((headers, text) => [206, headers, TEXT.slice(0, text.length)]),
    ],
    [
      '206 with one byte more',
      'range-fits',
      partial((headers, text) => [206, headers, `${text}~`]),
    ],
    [
      '206 with another length',
      'range-fits',
      partial((headers, text) => {
        const range = String(headers['Content-Range']).replace(/\d+$/, '1000');
        return [206, { ...headers, 'Content-Range': range }, text];
      }),
    ],
    [
      '206 with a range beyond the length',
      'range-fits',
      partial((headers, text) => [206, { ...headers, 'Content-Range': 'bytes 5-5/5' }, text]),
    ],
    [
      '206 in parts for one range',
      'range-fits',
      partial((headers, text) => [
        206,
        {
          ...without('Content-Range', headers),
          'Content-Type': 'multipart/byteranges; boundary=x',
        },
        `--x\r\nContent-Range: bytes 0-0/36\r\n\r\n${text}\r\n--x--\r\n`,
      ]),
    ],
    [
      '416 for a range that is there',
      'range-not-refused',
      partial(() => [416, { 'Content-Range': `bytes */${TEXT.length}` }]),
    ],
    ['416 for the first byte, without a length', 'range-not-refused', partial(() => [416])],
  ])('%s is found by %s', async (_, check, service) => {
    const { checks, results } = await tested(service);
    expect(checks).toContain(check);
    const finding = results.findings.find((each) => each.check === check);
    // The request without the condition is shown, too.
    expect(finding?.exchanges.map(({ testCase }) => testCase.title)).toEqual([
      'without a condition',
      expect.stringMatching(/^with (?:If-|Range)/),
    ]);
  });
});

const weak = { ...FIELDS, ETag: 'W/"v1"' };
let count = 0;

describe('a service that is right', () => {
  it.each<[name: string, service: Service, fields: OutgoingHttpHeaders, statuses: string[]]>([
    ['knows all', right, FIELDS, ['200', '206', '304', '412', '416']],
    ['has a weak entity tag', right, weak, ['200', '206', '304', '412', '416']],
    ['has a date alone', right, without('ETag', FIELDS), ['200', '206', '304', '412', '416']],
    ['has neither', right, { 'Content-Type': 'application/json' }, ['200', '206', '412', '416']],
    [
      'ignores ranges',
      ({ headers }, fields) => right({ headers: without('range', headers) } as never, fields),
      FIELDS,
      ['200', '304', '412'],
    ],
    [
      'ignores dates',
      ({ headers }, fields) =>
        right({ headers: without('if-modified-since', headers) } as never, fields),
      without('ETag', FIELDS),
      ['200', '206', '412', '416'],
    ],
    [
      'changes each time',
      (_, fields) => [200, { ...fields, ETag: `"${++count}"` }, `{"title":"","pages":${count}}`],
      FIELDS,
      ['200'],
    ],
    [
      'sends another part and another tag each time',
      (request, fields) => {
        const headers = { ...fields, ETag: `"${++count}"` };
        if (request.headers.range === undefined) return [200, headers, TEXT];
        return [206, { ...headers, 'Content-Range': 'bytes 0-1/*' }, '~~'];
      },
      FIELDS,
      ['200', '206'],
    ],
    ['has 416 without a length', but((a) => (a[0] === 416 ? [416] : a)), FIELDS, ALL],
    [
      'has shrunk to a byte meanwhile',
      but((answer, { headers }) =>
        headers.range === undefined || headers.range === 'bytes=0-0' ? answer : [416],
      ),
      weak,
      ALL,
    ],
    [
      'counts ranges in items',
      but((answer) =>
        [206, 416].includes(answer[0])
          ? [answer[0], { ...answer[1], 'Content-Range': 'items 0-1/2' }, TEXT]
          : answer,
      ),
      FIELDS,
      ALL,
    ],
  ])('has no finding where it %s', async (_, service, fields, statuses) => {
    const told = await tested(service, fields);
    expect(told.checks).toEqual([]);
    expect(told.statuses).toEqual(expect.arrayContaining(statuses));
    const seen = told.results.coverage.filter(({ kind, valid }) => kind === 'status' && valid > 0);
    expect(seen.map(({ name }) => name)).toEqual(expect.arrayContaining(statuses));
  });
});

describe('what is sent', () => {
  it('asks for what the document states alone', async () => {
    const { sent } = await tested(right, FIELDS, fileDocument(['404']));
    expect(sent).toEqual([]);
  });

  it('asks once with each header, and in the middle of the content', async () => {
    const { sent } = await tested(right);
    expect(sent.sort()).toEqual([
      `If-Match: "none-of-this-service"`,
      `If-Modified-Since: ${DATE}`,
      `If-None-Match: ${TAG}`,
      `If-Range: ${TAG}`,
      'Range: bytes=0-0',
      `Range: bytes=${TEXT.length / 2}-`,
      `Range: bytes=${TEXT.length}-`,
    ]);
  });
});
