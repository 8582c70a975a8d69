import { brokenRequests } from '../../../../src/tools/samples/requests/broken-requests';
import { operationRequest } from '../../../../src/tools/samples/requests/operation-request';
import {
  NO_CREDENTIALS,
  requestCredentials,
} from '../../../../src/tools/samples/requests/request-credentials';
import { sampleValues } from '../../../../src/tools/samples/requests/sample-values';
import { ValueGenerator } from '../../../../src/tools/samples/values/value-generator';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { serialize } from '../../../../src/runtime/contract';
import { serializationOf } from '../../../../src/tools/samples/requests/serialize-parameter';
import { serializeBody } from '../../../../src/tools/samples/requests/serialize-body';
import { itEach } from '../../../support/it-each';

/** Requests that are made for an operation: a good one, and those that break one rule each. */

const { document } = parseSource(
  `openapi: 3.1.0
info: { title: Requests, version: '1' }
security: [{ token: [] }]
paths:
  /shelves/{shelf}/books:
    post:
      operationId: addBook
      parameters:
        - { in: path, name: shelf, required: true, schema: { type: integer, const: 7 } }
        - { in: query, name: dry, schema: { type: boolean, const: true } }
        - { in: header, name: X-Reader, required: true, schema: { const: Ann } }
        - { in: header, name: Accept, required: true, schema: { type: string } }
        - { in: cookie, name: theme, schema: { enum: [dark] } }
        - { in: query, name: ids, example: [3, 4], schema: { type: array, items: { type: integer } } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties: { title: { const: Emma }, id: { type: integer, readOnly: true } }
      responses: { 204: { description: Added } }
  /open:
    get: { operationId: open, security: [{}, { token: [] }], responses: { 204: { description: Open } } }
  /x:
    get:
      operationId: x
      security: []
      parameters:
        - { in: query, name: o, required: true, schema: { type: object, required: [a], properties: { a: { type: string } } } }
        - { in: query, name: b, required: true, schema: { type: string } }
      responses: { 204: { description: x } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`,
  'requests.yaml',
);
const loaded = loadContract(document);
const maker = new ValueGenerator(loaded, 1);
const operation = (id: string): (typeof loaded.operations)[number] =>
  loaded.operations.find(({ operationId }) => operationId === id)!;

const addBook = operation('addBook');
const values = sampleValues(loaded, maker, addBook);
const credentials = requestCredentials(loaded.contract, addBook, 't');

it('makes a good request', () => {
  const { body, ...request } = operationRequest(addBook, values, credentials, '/v1');
  expect(request).toEqual({
    method: 'POST',
    target: '/v1/shelves/7/books?dry=true&ids=3&ids=4',
    headers: [
      ['X-Reader', 'Ann'],
      ['Cookie', 'theme=dark'],
      ['Authorization', 'Bearer t'],
      ['Content-Type', 'application/json'],
    ],
  });
  expect(body?.toString()).toBe('{"title":"Emma"}');
});

it('adds to the query that a path names', () => {
  const path = '/shelves/{shelf}/books?beta=true';
  const { target } = operationRequest({ ...addBook, path }, values, credentials);
  expect(target).toBe('/shelves/7/books?beta=true&dry=true&ids=3&ids=4');
});

it('makes requests that break one rule each', () => {
  const broken = brokenRequests(loaded, maker, addBook, values, credentials);
  expect(broken.map(({ fault, status }) => [fault, status])).toEqual([
    ['the parameter "shelf" is not of type integer', 400],
    ['the parameter "dry" is not of type boolean', 400],
    ['the body is of a wrong type', 400],
    ['the body lacks "title"', 400],
    ['the body is not JSON', 400],
    ['the body is missing', 400],
    ['the parameter "X-Reader" is missing', 400],
    ['the credentials are missing', 401],
  ]);
  const shelf = broken[0]!.request;
  expect(shelf.target).toBe('/shelves/not-of-this-type/books?dry=true&ids=3&ids=4');
  expect(broken.map(({ request }) => request.body?.toString())).toEqual([
    '{"title":"Emma"}',
    '{"title":"Emma"}',
    '0',
    '{}',
    '{"',
    undefined,
    '{"title":"Emma"}',
    '{"title":"Emma"}',
  ]);
  const headers = broken.map(({ request }) => request.headers.map(([name]) => name));
  expect(headers[6]).not.toContain('X-Reader');
  expect(headers[7]).not.toContain('Authorization');
});

it('finds nothing to break where everything is taken', () => {
  const open = operation('open');
  expect(brokenRequests(loaded, maker, open, { parameters: [] }, NO_CREDENTIALS)).toEqual([]);
});

itEach<[object, object]>({
  bearer: [{ type: 'http', scheme: 'BEARER' }, { headers: [['Authorization', 'Bearer t']] }],
  DPoP: [{ type: 'http', scheme: 'dpop' }, { headers: [['Authorization', 'DPoP t']] }],
  'a scheme': [
    { type: 'http', scheme: 'ownScheme' },
    { headers: [['Authorization', 'ownScheme t']] },
  ],
  basic: [
    { type: 'http', scheme: 'basic' },
    { headers: [['Authorization', `Basic ${btoa('mock:t')}`]] },
  ],
  oauth2: [{ type: 'oauth2' }, { headers: [['Authorization', 'Bearer t']] }],
  'a header': [{ type: 'apiKey', in: 'header', name: 'X-Key' }, { headers: [['X-Key', 't']] }],
  'a query': [{ type: 'apiKey', in: 'query', name: 'a key' }, { query: ['a%20key=t'] }],
  'a cookie': [{ type: 'apiKey', in: 'cookie', name: 'key' }, { cookies: ['key=t'] }],
  'a certificate': [{ type: 'mutualTLS' }, { headers: [['Client-Cert', ':dA==:']] }],
})('credentials in %s', (_, scheme, want) => {
  const contract = { securitySchemes: { token: scheme as never } };
  expect(requestCredentials(contract, addBook, 't')).toEqual({ ...NO_CREDENTIALS, ...want });
});

it('sends the characters of a path that a request line cannot hold as bytes in percent-encoding', () => {
  const odd = { ...addBook, path: '/ä b/{shelf}/\ud800' };
  expect(operationRequest(odd, values, credentials).target).toMatch(
    /^\/%c3%a4%20b\/7\/%ef%bf%bd\?/,
  );
});

it('does not take an exploded object beside other parameters for missing', () => {
  const x = operation('x');
  const faults = brokenRequests(loaded, maker, x, sampleValues(loaded, maker, x), NO_CREDENTIALS);
  expect(faults.map(({ fault }) => fault)).toEqual(['the parameter "b" is missing']);
});

describe('parameters', () => {
  /** @see https://spec.openapis.org/oas/v3.1.1#style-examples */

  const ARRAY = ['blue', 'black', 'brown'];
  const OBJECT = { R: 100, G: 200, B: 150 };

  it.each<[string, boolean, string, string, string]>([
    ['matrix', false, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
    ['matrix', true, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
    ['label', false, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
    ['label', true, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
    ['simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
    ['simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
    ['form', false, 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
    ['form', true, 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
    [
      'spaceDelimited',
      false,
      'color=blue',
      'color=blue%20black%20brown',
      'color=R%20100%20G%20200%20B%20150',
    ],
    [
      'pipeDelimited',
      false,
      'color=blue',
      'color=blue%7Cblack%7Cbrown',
      'color=R%7C100%7CG%7C200%7CB%7C150',
    ],
  ])('%s, explode %s', (style, explode, primitive, array, object) => {
    const location =
      style === 'matrix' || style === 'label' || style === 'simple' ? 'path' : 'query';
    const how = serializationOf({ in: location, style, explode });
    expect(serialize('color', 'blue', how)).toBe(primitive);
    expect(serialize('color', ARRAY, how)).toBe(array);
    expect(serialize('color', OBJECT, how)).toBe(object);
  });

  itEach<[object, unknown, string]>({
    deepObject: [
      { in: 'query', style: 'deepObject' },
      OBJECT,
      'c%5BR%5D=100&c%5BG%5D=200&c%5BB%5D=150',
    ],
    'the usual style of a query': [{ in: 'query' }, [1, 2], 'c=1&c=2'],
    'the usual style of a path': [{ in: 'path' }, [1, 2], '1,2'],
    'an empty string as matrix': [{ in: 'path', style: 'matrix' }, '', ';c'],
    'reserved characters': [{ in: 'query' }, "a/b,c'", 'c=a%2Fb%2Cc%27'],
    allowReserved: [{ in: 'query', allowReserved: true }, 'a/b?&=', 'c=a/b?%26%3D'],
    'a header as it is': [{ in: 'header' }, ['a/b', 'c d'], 'a/b,c d'],
    '64-bit integers': [{ in: 'query' }, 2n ** 63n - 1n, 'c=9223372036854775807'],
    'a list in an object, once for each item': [
      { in: 'query', style: 'deepObject' },
      { a: [1, 2], b: 'x' },
      'c%5Ba%5D=1&c%5Ba%5D=2&c%5Bb%5D=x',
    ],
    'a list in an exploded object': [{ in: 'query' }, { a: [1, [2]] }, 'a=1&a=%5B2%5D'],
    'periods in a label that is a list': [
      { in: 'path', style: 'label', explode: true },
      ['a.b', 1.5],
      '.a%2Eb.1%2E5',
    ],
    'a period in a label': [{ in: 'path', style: 'label' }, 'a.b', '.a.b'],
    'a lone surrogate': [{ in: 'query' }, '\ud800', 'c=%EF%BF%BD'],
  })('%s', (_, parameter, value, want) => {
    expect(serialize('c', value, serializationOf(parameter as never))).toBe(want);
  });
});

describe('bodies', () => {
  const events = 'text/event-stream';
  const form = 'application/x-www-form-urlencoded';

  it.each<[string, object, unknown, string, string]>([
    [
      'application/json',
      {},
      { a: 2n ** 63n - 1n },
      'application/json',
      '{"a":9223372036854775807}',
    ],
    ['application/*+json', {}, [1], 'application/example+json', '[1]'],
    ['*/*', {}, 'x', 'application/json', '"x"'],
    ['text/*', {}, 'x y', 'text/plain', 'x y'],
    ['text/csv', {}, 7, 'text/csv', '7'],
    ['image/*', {}, 'bytes', 'image/png', 'bytes'],
    [form, {}, { a: 'x y', b: [1, 2], c: { d: 1 } }, form, 'a=x%20y&b=1&b=2&c=%7B%22d%22%3A1%7D'],
    [form, { encoding: { b: { explode: false } } }, { b: [1, 2] }, form, 'b=1,2'],
    [form, { encoding: { c: { style: 'deepObject' } } }, { c: { d: 1 } }, form, 'c%5Bd%5D=1'],
    [form, {}, { a: [] }, form, ''],
    [form, { encoding: { a: { contentType: 'application/json' } } }, { a: 'x' }, form, 'a=%22x%22'],
    [form, { encoding: { a: { allowReserved: true } } }, { a: '/+' }, form, 'a=/%2B'],
    [events, {}, { a: 1 }, events, 'data: {"a":1}\n\n'],
    [events, {}, ['x\ny', 2], events, 'data: x\ndata: y\n\ndata: 2\n\n'],
    [
      events,
      {},
      { id: '1', event: 'add', data: { a: 1 } },
      events,
      'event: add\nid: 1\ndata: {"a":1}\n\n',
    ],
    [events, {}, 'data: x\n\n', events, 'data: x\n\n'],
    ['application/jsonl', {}, [{ a: 'x\n' }, 2n], 'application/jsonl', '{"a":"x\\n"}\n2\n'],
    ['application/x-ndjson', {}, { a: 1 }, 'application/x-ndjson', '{"a":1}\n'],
    ['application/jsonl', {}, '{"a":1}\n{}\n', 'application/jsonl', '{"a":1}\n{}\n'],
    ['application/json-seq', {}, [1, {}], 'application/json-seq', '\x1e1\n\x1e{}\n'],
    ['application/geo+json-seq', {}, 1, 'application/geo+json-seq', '\x1e1\n'],
  ])('%s %j', (range, media, value, contentType, text) => {
    const { contentType: type, bytes } = serializeBody(range, media as never, value);
    expect([type, bytes.toString()]).toEqual([contentType, text]);
  });

  it('writes a part for each property, and for each item', () => {
    const media = {
      schema: { properties: { file: { type: 'string', format: 'binary' } } },
      encoding: { meta: { contentType: 'application/vnd.meta+json, text/plain' } },
    };
    const value = { file: 'bytes', 'a"b': ['x', 2], meta: { m: true } };
    const { contentType, bytes } = serializeBody('multipart/form-data', media, value);
    expect(contentType).toBe('multipart/form-data; boundary=example-boundary');
    expect(bytes.toString().split('\r\n')).toEqual([
      '--example-boundary',
      'Content-Disposition: form-data; name="file"; filename="example"',
      'Content-Type: application/octet-stream',
      '',
      'bytes',
      '--example-boundary',
      'Content-Disposition: form-data; name="a%22b"',
      'Content-Type: text/plain',
      '',
      'x',
      '--example-boundary',
      'Content-Disposition: form-data; name="a%22b"',
      'Content-Type: text/plain',
      '',
      '2',
      '--example-boundary',
      'Content-Disposition: form-data; name="meta"',
      'Content-Type: application/vnd.meta+json',
      '',
      '{"m":true}',
      '--example-boundary--',
      '',
    ]);
  });

  it('writes the style of a property as parts with the names of a query, which are not encoded', () => {
    const media = {
      encoding: {
        a: { style: 'deepObject' },
        b: { style: 'spaceDelimited' },
        c: { style: 'form' },
      },
    };
    const value = { a: { x: '%' }, b: ['1', 2], c: { y: 3, z: 'é' } };
    const { bytes } = serializeBody('multipart/form-data', media, value);
    const parts = bytes.toString().split('--example-boundary').slice(1, -1);
    const read = parts.map((text) => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      return [/name="(.*)"/.exec(head)?.[1], body.trimEnd()];
    });
    expect(read).toEqual([
      ['a[x]', '%'],
      ['b', '1 2'],
      ['y', '3'],
      ['z', 'é'],
    ]);
  });
});
