import { TestCallers } from '../../../src/tools/testing/public';
import { loadContract } from '../../../src/tools/generate';
import { parseSource } from '../../../src/tools/document';
import { serveDocument } from '../../support/serve-document';
import { useStarted } from '../../support/use-started';

const SCHEMES = ['bearer', 'basic', 'header', 'query', 'cookie', 'oauth'] as const;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Schemes, version: 1.0.0 }
paths:
${SCHEMES.map(
  (name) => `  /${name}:
    get:
      operationId: ${name}
      security: [{ ${name}: [${name === 'oauth' ? 'read, write' : ''}] }]
      responses: { 200: { description: Who, content: { application/json: { schema: {} } } } }
`,
).join('')}
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    header: { type: apiKey, in: header, name: X-Key }
    query: { type: apiKey, in: query, name: 'a key' }
    cookie: { type: apiKey, in: cookie, name: session }
    oauth:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: /token, scopes: { read: Read, write: Write } } }
`;

type Own = Record<
  (typeof SCHEMES)[number],
  () => { outcome: 'accepted'; principal: { id: number } }
>;

interface Asked {
  readonly principals: Readonly<Record<string, unknown>>;
}

const { contract } = loadContract(parseSource(DOCUMENT, 'schemes.yaml').document);
const callers = new TestCallers<Own>(contract);

const service = useStarted(() => {
  const handler = (_: unknown, { principals }: Asked): Promise<unknown> =>
    Promise.resolve({ status: 200, body: principals });
  const handlers = Object.fromEntries(SCHEMES.map((name) => [name, handler])) as never;
  return serveDocument(DOCUMENT, handlers, { authenticators: callers.authenticators });
});

async function answerTo({
  target,
  headers = {},
}: {
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}): Promise<readonly [status: number, body: unknown]> {
  const response = await fetch(service.url + target, { headers });
  return [response.status, response.status === 200 ? await response.json() : undefined];
}

it.each(SCHEMES)('somebody calls by the scheme %s, and nobody else', async (scheme) => {
  const [seven, eight] = [7, 8].map((id) =>
    callers.signed({ target: `/${scheme}`, headers: { Accept: '*/*' } }, { [scheme]: { id } }),
  );
  expect(await answerTo(seven!)).toEqual([200, { [scheme]: { id: 7 } }]);
  expect(await answerTo(eight!)).toEqual([200, { [scheme]: { id: 8 } }]);
  expect(await answerTo({ target: `/${scheme}` })).toEqual([401, undefined]);
});

it('a caller has all scopes, or those that the test says', async () => {
  const request = { target: '/oauth' };
  const as = (scopes?: readonly string[]) =>
    answerTo(callers.signed(request, { oauth: { id: 7 } }, scopes));
  expect((await as())[0]).toBe(200);
  expect((await as(['read', 'write']))[0]).toBe(200);
  expect((await as(['read']))[0]).toBe(403);
});

it('credentials that no test has written are refused, but for those of scaffolded tests', async () => {
  const bearer = (token: string) =>
    answerTo({ target: '/bearer', headers: { Authorization: `Bearer ${token}` } });
  expect(await bearer('test-token')).toEqual([200, { bearer: { name: 'test' } }]);
  expect((await bearer('test-token-999'))[0]).toBe(401);
  expect((await bearer('constructor'))[0]).toBe(401);
});

it('a key is added to a query that is there', async () => {
  const signed = callers.signed({ target: '/query?a=b' }, { query: { id: 7 } });
  expect(signed.target).toMatch(/^\/query\?a=b&a%20key=test-token-\d+$/);
});

it('a cookie stays beside one with credentials, and without any', () => {
  const request = { target: '/cookie', headers: { Cookie: 'a=b' } };
  const [signed, other] = [{ cookie: { id: 7 } }, { bearer: { id: 7 } }].map(
    (principals) => callers.signed(request, principals).headers.Cookie,
  );
  expect(signed).toMatch(/^a=b; session=test-token-\d+$/);
  expect(other).toBe('a=b');
});

it('a scheme that the document does not have is named', () => {
  expect(() => callers.signed({ target: '/' }, { digest: { id: 7 } } as never)).toThrow(
    'The document has no security scheme "digest"',
  );
});
