import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { ConformanceOptions, Results } from '../../../../src/tools/conformance/public';
import { type Answer, answering, testServer } from '../test-server';
import { itEach } from '../../../support/it-each';

const TEXT = '{"title":"A song of two","pages":12}';
const TAG = '"v1"';
const DATE = 'Sun, 01 Nov 2026 10:00:00 GMT';

/** The document of a file. @param parameters of GET */
function fileDocument(statuses: readonly string[], parameters: readonly unknown[] = []): string {
  const schema = { type: 'object', required: ['title', 'pages'] };
  const content = { 'application/json': { schema } };
  const described = (status: string) => ({
    description: status,
    ...(status.startsWith('20') && { content }),
  });
  const responses = Object.fromEntries(['200', ...statuses].map((each) => [each, described(each)]));
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'File', version: '1' },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{}, { token: [] }],
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
  itEach<[check: string, service: Service]>({
    '200 for its own entity tag': [
      'if-none-match-honoured',
      but((answer, { headers }) =>
        headers['if-none-match'] === undefined ? answer : [200, FIELDS, TEXT],
      ),
    ],
    '304 without the entity tag': [
      'entity-tag-kept',
      but((answer) => (answer[0] === 304 ? [304, without('ETag', answer[1])] : answer)),
    ],
    '206 without the entity tag': [
      'entity-tag-kept',
      partial((headers, text) => [206, without('ETag', headers), text]),
    ],
    '206 without Content-Range': [
      'range-fits',
      partial((headers, text) => [206, without('Content-Range', headers), text]),
    ],
    '206 with other bytes': [
      'range-fits',
      partial((headers, text) => [206, headers, text.replace(/[^\n]/, '~')]),
    ],
    '206 with the bytes from the beginning': [
      'range-fits',
      partial((headers, text) => [206, headers, TEXT.slice(0, text.length)]),
    ],
    '206 with one byte more': [
      'range-fits',
      partial((headers, text) => [206, headers, `${text}~`]),
    ],
    '206 with another length': [
      'range-fits',
      partial((headers, text) => {
        const range = String(headers['Content-Range']).replace(/\d+$/, '1000');
        return [206, { ...headers, 'Content-Range': range }, text];
      }),
    ],
    '206 with a range beyond the length': [
      'range-fits',
      partial((headers, text) => [206, { ...headers, 'Content-Range': 'bytes 5-5/5' }, text]),
    ],
    '206 in parts for one range': [
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
    '416 for a range that is there': [
      'range-not-refused',
      partial(() => [416, { 'Content-Range': `bytes */${TEXT.length}` }]),
    ],
    '416 for the first byte, without a length': ['range-not-refused', partial(() => [416])],
  })('%s is found by %s', async (_, check, service) => {
    const { checks, results } = await tested(service);
    expect(checks).toContain(check);
    const finding = results.findings.find((each) => each.check === check);
    // The request without the condition is shown, too.
    expect(finding?.exchanges.map(({ testCase }) => testCase.title)).toEqual([
      'a valid request',
      expect.stringMatching(/^with (?:If-|Range)/),
    ]);
  });
});

it('a 304 with content is found', async () => {
  const server = createServer((request, response) => {
    if (request.headers['if-none-match'] === undefined) {
      response.writeHead(200, FIELDS).end(TEXT);
      return;
    }
    // Node sends no content with 304.
    const head = ['HTTP/1.1 304 Not Modified', `ETag: ${TAG}`, 'Connection: close'];
    response.socket?.end(`${head.join('\r\n')}\r\n\r\n${TEXT}`);
  });
  const { findings } = await testServer(server, fileDocument(['304']));
  const found = findings.filter(({ fault }) => fault === 'service');
  expect(found.map(({ check }) => check)).toContain('no-content');
});

it.each([
  ['application/jsonl', '{"n":1}\n{"n":2}\n{"n":3}\n'],
  ['application/json', '[{"n":1},{"n":2},{"n":3}]'],
  ['application/json-seq', '\x1e{"n":1}\n\x1e{"n":2}\n\x1e{"n":3}\n'],
  ['text/event-stream', 'data: {"n":1}\n\ndata: {"n":2}\n\n'],
  ['text/plain', 'one two three'],
  ['application/octet-stream', 'one two three'],
])('a part of %s is held to no schema', async (type, text) => {
  const item = { type: 'object', required: [type.includes('event') ? 'data' : 'n'] };
  const isText = !/json|event/.test(type);
  const isItems = !isText && type !== 'application/json';
  const list = { type: 'array', items: item, minItems: 2 };
  const schema = isText ? { const: text } : list;
  const media = { [type]: isItems ? { itemSchema: item } : { schema } };
  const document = fileDocument(['206']).replace('3.1.0', '3.2.0');
  const parsed = JSON.parse(document) as { paths: { '/file': { get: { responses: object } } } };
  for (const response of Object.values(parsed.paths['/file'].get.responses)) {
    Object.assign(response as object, { content: media });
  }
  const server = answering(({ headers, method }) => {
    if (method !== 'GET') return [405, { Allow: 'GET' }];
    const [, first, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined) return [200, { 'Content-Type': type }, text];
    const last = end === '' ? text.length - 1 : Number(end);
    const range = { 'Content-Range': `bytes ${first}-${last}/${text.length}` };
    return [206, { 'Content-Type': type, ...range }, text.slice(Number(first), last + 1)];
  });
  const { findings, operations } = await testServer(server, JSON.stringify(parsed));
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(operations[0]?.statuses).toMatchObject(isItems ? { 200: expect.any(Number) } : { 206: 2 });
});

const weak = { ...FIELDS, ETag: 'W/"v1"' };
let count = 0;

describe('a service that is right', () => {
  itEach<[service: Service, fields: OutgoingHttpHeaders, statuses: string[]]>({
    'knows all': [right, FIELDS, ['200', '206', '304', '412', '416']],
    'has a weak entity tag': [right, weak, ['200', '206', '304', '412', '416']],
    'has a date alone': [right, without('ETag', FIELDS), ['200', '206', '304', '412', '416']],
    'has neither': [right, { 'Content-Type': 'application/json' }, ['200', '206', '412', '416']],
    'ignores ranges': [
      ({ headers }, fields) => right({ headers: without('range', headers) } as never, fields),
      FIELDS,
      ['200', '304', '412'],
    ],
    'ignores dates': [
      ({ headers }, fields) =>
        right({ headers: without('if-modified-since', headers) } as never, fields),
      without('ETag', FIELDS),
      ['200', '206', '412', '416'],
    ],
    'changes each time': [
      (_, fields) => [200, { ...fields, ETag: `"${++count}"` }, `{"title":"","pages":${count}}`],
      FIELDS,
      ['200'],
    ],
    'sends another part and another tag each time': [
      (request, fields) => {
        const headers = { ...fields, ETag: `"${++count}"` };
        if (request.headers.range === undefined) return [200, headers, TEXT];
        return [206, { ...headers, 'Content-Range': 'bytes 0-1/*' }, '~~'];
      },
      FIELDS,
      ['200', '206'],
    ],
    'has 416 without a length': [but((a) => (a[0] === 416 ? [416] : a)), FIELDS, ALL],
    'has shrunk to a byte meanwhile': [
      but((answer, { headers }) =>
        headers.range === undefined || headers.range === 'bytes=0-0' ? answer : [416],
      ),
      weak,
      ALL,
    ],
    'counts ranges in items': [
      but((answer) =>
        [206, 416].includes(answer[0])
          ? [answer[0], { ...answer[1], 'Content-Range': 'items 0-1/2' }, TEXT]
          : answer,
      ),
      FIELDS,
      ALL,
    ],
  })('has no finding where it %s', async (_, service, fields, statuses) => {
    const told = await tested(service, fields);
    expect(told.checks).toEqual([]);
    expect(told.statuses).toEqual(expect.arrayContaining(statuses));
    const seen = told.results.coverage.filter(({ kind, valid }) => kind === 'status' && valid > 0);
    expect(seen.map(({ name }) => name)).toEqual(expect.arrayContaining(statuses));
  });
});

describe('what is sent', () => {
  const text = { type: 'string' };
  const header = (name: string, schema: object = text, required = false) => ({
    ...{ name, in: 'header', required, schema },
  });

  it('asks for what the document states alone', async () => {
    const { sent } = await tested(right, FIELDS, fileDocument(['404']));
    expect(sent).toEqual([]);
  });

  const FIRST = 'Range: bytes=0-0';
  const MIDDLE = `Range: bytes=${TEXT.length / 2}-`;
  const BEYOND = `Range: bytes=${TEXT.length}-`;
  const SAME = [`If-None-Match: ${TAG}`, `If-Modified-Since: ${DATE}`];

  it.each<[what: string, statuses: string[], fields: OutgoingHttpHeaders, want: string[]]>([
    ['304', ['304'], FIELDS, SAME],
    ['304 without a date', ['304'], without('Last-Modified', FIELDS), SAME.slice(0, 1)],
    ['304 without a tag', ['304'], without('ETag', FIELDS), SAME.slice(1)],
    ['206', ['206'], FIELDS, [FIRST, MIDDLE, `If-Range: ${TAG}`]],
    ['206 with a weak tag', ['206'], weak, [FIRST, MIDDLE]],
    ['416', ['416'], { ...FIELDS, 'Accept-Ranges': 'bytes' }, [BEYOND]],
    ['416 without ranges', ['206', '416'], { ...FIELDS, 'Accept-Ranges': 'none' }, []],
    ['412', ['412'], FIELDS, ['If-Match: "none-of-this-service"']],
  ])('asks once for %s', async (_, statuses, fields, want) => {
    const { sent } = await tested(right, fields, fileDocument(statuses));
    expect(sent.sort()).toEqual(want.toSorted());
  });

  it('asks by one of several entity tags, which a response has no more than one of', async () => {
    const ETag = Array.from({ length: 50 }, (_, index) => `"v${index}"`);
    const { sent } = await tested(() => [200, { ...FIELDS, ETag }, TEXT]);
    expect(sent.filter((each) => each.startsWith('If-None-Match'))).toEqual([
      'If-None-Match: "v0"',
    ]);
  });

  it('names a header once that the document has, too', async () => {
    const parameters = [header('IF-NONE-MATCH', text, true), header('range')];
    const names: string[][] = [];
    const service: Service = (request, fields) => {
      names.push(
        request.rawHeaders.filter((_, at) => at % 2 === 0).map((each) => each.toLowerCase()),
      );
      return request.headers['if-none-match'] === undefined ? 400 : right(request, fields);
    };
    const { checks, statuses } = await tested(
      service,
      FIELDS,
      fileDocument(['304', '400', '412'], parameters),
    );
    expect(checks).toEqual([]);
    expect(statuses).toContain('304');
    expect(names.filter((each) => new Set(each).size < each.length)).toEqual([]);
  });

  it('sends no value that the document does not take', async () => {
    const parameters = [
      header('If-None-Match', { pattern: '^[0-9]+$' }),
      header('Range', { const: 'all' }),
    ];
    const { sent, results, checks } = await tested(
      right,
      without('Last-Modified', FIELDS),
      fileDocument(['206', '304'], parameters),
    );
    expect(sent.filter((each) => each.includes(TAG) || each.includes('bytes'))).toEqual([]);
    expect(checks.filter((each) => !each.includes('refused'))).toEqual([]);
    expect(results.notices).toEqual([
      expect.stringMatching(/^206 of getFile is not asked for: /),
      expect.stringMatching(/^304 of getFile is not asked for: /),
    ]);
  });

  it('sends the credentials, the other headers and the query of the first request', async () => {
    const asked: string[] = [];
    const service: Service = (request, fields) => {
      const { url, headers } = request;
      if (headers['if-none-match'] !== undefined) {
        asked.push([url, headers.authorization, headers['x-team'], headers['x-mark']].join(' '));
      }
      return right(request, fields);
    };
    const parameters = [
      { name: 'page', in: 'query', required: true, schema: { const: 7 } },
      header('X-Team', { const: 'blue' }, true),
    ];
    const { results } = await tested(
      service,
      without('Last-Modified', FIELDS),
      fileDocument(['304'], parameters),
      {
        tokens: { caller: new Map([['', 'secret']]), limited: new Map(), other: new Map() },
        prepare: (request) => ({ ...request, headers: [...request.headers, ['X-Mark', 'set']] }),
      },
    );
    expect(asked).toEqual(['/file?page=7 Bearer secret blue set']);
    expect(results.judged.acceptance).toBeGreaterThan(0);
  });
});

describe('what is said of what was not asked for', () => {
  itEach<[service: Service, fields: OutgoingHttpHeaders, notices: string[]]>({
    'has all': [right, FIELDS, []],
    'has no tag and no date': [
      right,
      { 'Content-Type': 'application/json' },
      ['304 of getFile is not asked for: no GET got 200 with ETag or Last-Modified to ask with'],
    ],
    'has ranges of lines': [
      right,
      { ...FIELDS, 'Accept-Ranges': 'lines' },
      [
        '206 of getFile is not asked for: no GET got 200 with content in bytes to ask with',
        '416 of getFile is not asked for: no GET got 200 with content in bytes to ask with',
      ],
    ],
  })('a service that %s', async (_, service, fields, notices) => {
    const { results } = await tested(service, fields);
    expect(results.notices).toEqual(notices);
  });

  it('a service without 200', async () => {
    const { results } = await tested(() => 404, FIELDS, fileDocument([...ALL, '404']));
    expect(results.notices.filter((each) => each.includes('not asked for'))).toHaveLength(4);
  });
});
