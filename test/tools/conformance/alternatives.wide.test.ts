import type { IncomingHttpHeaders } from 'node:http';
import { serveMock } from '../../support/serve-mock';
import { parseSource } from '../../../src/tools/document';
import { testConformance } from '../../../src/tools/conformance/public';
import { type Answer, answering, testServer } from './test-server';
import { itEach } from '../../support/it-each';

/** Services whose operations admit callers by several alternatives, and may refuse by 401 or 403 what lacks a scope. */

const documentOf = (security: string): string => `
openapi: 3.1.0
info: { title: Depot, version: '1' }
paths:
  /depot:
    get:
      operationId: getDepot
      security: ${security}
      responses: { '200': { description: Open }, 4XX: { description: Closed } }
components:
  securitySchemes:
    token: { type: oauth2, flows: {} }
    key: { type: apiKey, in: header, name: X-Key }
`;
const EITHER = documentOf('[{ token: [open] }, { key: [] }]');
const KEYS = documentOf('[{ key: [open] }, { token: [] }]');
const BOTH = documentOf('[{ token: [open], key: [] }]');
const ANY_SCOPE = documentOf('[{ token: [open] }, { token: [see] }]');

const tokens = {
  caller: new Map([
    ['token', 'right'],
    ['key', 'right'],
  ]),
  limited: new Map([['', 'short']]),
  other: new Map(),
};

async function found(document: string, answer: (headers: IncomingHttpHeaders) => Answer) {
  const server = answering(({ headers, method }) =>
    method === 'GET' ? answer(headers) : [405, { allow: 'GET' }],
  );
  const { findings } = await testServer(server, document, { runs: 3, tokens });
  return findings.map(({ check }) => check);
}

const CHALLENGE = { 'www-authenticate': 'Bearer, ApiKey' };
const tokenOf = ({ authorization = '' }: IncomingHttpHeaders): string =>
  authorization.replace(/^[Bb]earer +/, '');
const keyOf = (headers: IncomingHttpHeaders): string => String(headers['x-key'] ?? '');

/** A service that refuses credentials which lack a scope with a status of its own. */
const either =
  (short: number) =>
  (headers: IncomingHttpHeaders): Answer => {
    const sent = [tokenOf(headers), keyOf(headers)];
    if (sent.includes('right')) return 200;
    return [sent.includes('short') ? short : 401, CHALLENGE];
  };
const both =
  (short: number) =>
  (headers: IncomingHttpHeaders): Answer => {
    const [token, key] = [tokenOf(headers), keyOf(headers)];
    if (token === 'right' && ['right', 'short'].includes(key)) return 200;
    return [token === 'short' ? short : 401, CHALLENGE];
  };

describe.each([401, 403, 400, 404])('a service that answers %i for want of a scope', (status) => {
  itEach({
    'a token or a key': [
      EITHER,
      (each: IncomingHttpHeaders) =>
        either(status)({ ...each, ...(keyOf(each) === 'short' && { 'x-key': 'right' }) }),
    ],
    'a key or a token': [
      KEYS,
      (each: IncomingHttpHeaders) =>
        either(status)({
          ...each,
          ...(tokenOf(each) === 'short' && { authorization: 'Bearer right' }),
        }),
    ],
    both: [BOTH, both(status)],
    'one of two scopes': [
      ANY_SCOPE,
      (each: IncomingHttpHeaders) => either(status)({ ...each, 'x-key': '' }),
    ],
  })('conforms: %s', async (_, document, answer) => {
    expect(await found(document, answer)).toEqual([]);
  });
});

it.each([
  ['a token or a key', EITHER],
  ['a key or a token', KEYS],
  ['both', BOTH],
  ['one of two scopes', ANY_SCOPE],
])('a service that ignores scopes is found by that: %s', async (_, document) => {
  const isKnown = (given: string): boolean => ['right', 'short'].includes(given);
  const admits = (headers: IncomingHttpHeaders): boolean => {
    const [token, key] = [isKnown(tokenOf(headers)), isKnown(keyOf(headers))];
    if (document === BOTH) return token && key;
    return token || (key && document !== ANY_SCOPE);
  };
  const checks = await found(document, (each) => (admits(each) ? 200 : [401, CHALLENGE]));
  expect(new Set(checks)).toEqual(new Set(['scope-required']));
});

it.each([EITHER, KEYS, BOTH, ANY_SCOPE])('a mock of it conforms: %#', async (document) => {
  const source = parseSource(document, 'document.yaml');
  const mock = await serveMock(source, { tokens: new Set(['right']) });
  const { url } = mock;
  const options = { source, url, seed: 1, runs: 3, parallel: 2, timeoutMs: 2_000, tokens };
  const limits = { timeMs: 20_000, requests: 3_000 };
  const { findings } = await testConformance({ ...options, limits }).finally(() => mock.close(0));
  expect(findings.map(({ check }) => check)).toEqual([]);
});
