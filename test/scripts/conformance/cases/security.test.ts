import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Results, testConformance } from '../../../../scripts/conformance/index';
import { parseSource } from '../../../../scripts/generate/read/read-document';

/** An operation that asks for two credentials at once, or for a third one. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Depot, version: '1' }
paths:
  /depot:
    get:
      operationId: getDepot
      security: [{ token: [], key: [] }, { pass: [] }]
      responses:
        '200': { description: Open }
        4XX: { description: Closed }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    pass: { type: apiKey, in: header, name: X-Pass }
`;

/** What is found of a service that lets some requests in. */
async function found(isLetIn: (headers: IncomingHttpHeaders) => boolean): Promise<string[]> {
  const { findings } = await tested(isLetIn, new Map([['', 'right']]));
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

async function tested(
  isLetIn: (headers: IncomingHttpHeaders) => boolean,
  caller: ReadonlyMap<string, string>,
): Promise<Results> {
  const server = createServer(({ headers, method }, response) => {
    if (method !== 'GET') return response.writeHead(405, { allow: 'GET' }).end();
    const status = isLetIn(headers) ? 200 : 401;
    return response.writeHead(status, status === 401 ? { 'www-authenticate': 'Bearer' } : {}).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return testConformance({
    source: parseSource(DOCUMENT, 'depot.yaml'),
    ...{ url: `http://127.0.0.1:${port}`, seed: 1, runs: 5, parallel: 2, timeoutMs: 2_000 },
    limits: { timeMs: 20_000, requests: 500 },
    tokens: { caller, limited: new Map(), other: new Map() },
  }).finally(() => server.close());
}

const hasToken = ({ authorization }: IncomingHttpHeaders): boolean =>
  /^bearer right$/i.test(authorization ?? '');
const hasKey = (headers: IncomingHttpHeaders): boolean => headers['x-key'] === 'right';
const hasPass = (headers: IncomingHttpHeaders): boolean => headers['x-pass'] === 'right';

it('a requirement of two schemes is not met by one', async () => {
  expect(await found((each) => (hasToken(each) && hasKey(each)) || hasPass(each))).toEqual([]);
  expect(await found((each) => hasToken(each) || hasPass(each))).toEqual([
    expect.stringMatching(/^credentials-required: 200 for credentials of token, without key: /),
  ]);
  expect(await found((each) => hasKey(each) || hasPass(each))).toEqual([
    expect.stringMatching(/^credentials-required: 200 for credentials of key, without token: /),
  ]);
});

it.each<[title: string, tokens: [string, string][], notices: string[]]>([
  ['none', [], ['1 operation asks for credentials, and none are given; give a token with --token']],
  ['some', [['', 'right']], []],
])('says what is missing where there are %s', async (_, tokens, expected) => {
  const { notices } = await tested(hasPass, new Map(tokens));
  expect(notices.filter((each) => each.includes('credentials'))).toEqual(expected);
});
