import { brokenRequests } from '../../../src/samples/requests/broken-requests';
import { operationRequest } from '../../../src/samples/requests/operation-request';
import {
  NO_CREDENTIALS,
  requestCredentials,
} from '../../../src/samples/requests/request-credentials';
import { sampleValues } from '../../../src/samples/requests/sample-values';
import { ValueGenerator } from '../../../src/samples/values/value-generator';
import { loadContract } from '../../../src/generate/in-memory';
import { parseSource } from '../../../src/document/read/read-document';

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

it.each<[string, object, object]>([
  ['bearer', { type: 'http', scheme: 'BEARER' }, { headers: [['Authorization', 'Bearer t']] }],
  ['DPoP', { type: 'http', scheme: 'dpop' }, { headers: [['Authorization', 'DPoP t']] }],
  [
    'a scheme',
    { type: 'http', scheme: 'ownScheme' },
    { headers: [['Authorization', 'ownScheme t']] },
  ],
  [
    'basic',
    { type: 'http', scheme: 'basic' },
    { headers: [['Authorization', `Basic ${btoa('mock:t')}`]] },
  ],
  ['oauth2', { type: 'oauth2' }, { headers: [['Authorization', 'Bearer t']] }],
  ['a header', { type: 'apiKey', in: 'header', name: 'X-Key' }, { headers: [['X-Key', 't']] }],
  ['a query', { type: 'apiKey', in: 'query', name: 'a key' }, { query: ['a%20key=t'] }],
  ['a cookie', { type: 'apiKey', in: 'cookie', name: 'key' }, { cookies: ['key=t'] }],
  ['a certificate', { type: 'mutualTLS' }, { headers: [['Client-Cert', ':dA==:']] }],
])('credentials in %s', (_, scheme, want) => {
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
