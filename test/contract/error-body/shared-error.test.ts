import { sendRaw } from '../../support/raw-http';
import { withDocument } from '../../support/serve-document';

/** What no operation covers gets the error body that all operations share, if they share one. */

const documentWith = (first: string, second: string): string => `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths:
  /a: { get: { operationId: a, responses: ${first} } }
  /b: { get: { operationId: b, responses: ${second} } }
components:
  schemas:
    Fault: { type: object, required: [reason], properties: { reason: { type: string }, status: { type: integer } } }
    Other: { type: object, required: [message], properties: { message: { type: string } } }
`;

const done = '200: { description: Done }';
const stated = (key: string, name: string, type = 'application/json'): string =>
  `${key}: { description: Why not, content: { ${type}: { schema: { $ref: '#/components/schemas/${name}' } } } }`;

const OWN = (error: number, message: string): object => ({ error, message });
const NOTHING = 'There is nothing at this path for GET';
const ONLY_GET = 'The path takes GET, HEAD, OPTIONS, not POST';

it.each<[name: string, given: [string, string], want: [string, object, object]]>([
  [
    'of all operations',
    [`{ ${done}, ${stated('422', 'Fault')} }`, `{ ${done}, ${stated('default', 'Fault')} }`],
    ['application/json', { reason: NOTHING, status: 404 }, { reason: ONLY_GET, status: 405 }],
  ],
  [
    'of those that state one',
    [`{ ${done}, ${stated('4XX', 'Other', 'application/problem+json')} }`, `{ ${done} }`],
    ['application/problem+json', { message: NOTHING }, { message: ONLY_GET }],
  ],
  [
    'of none, where they differ',
    [`{ ${done}, ${stated('400', 'Fault')} }`, `{ ${done}, ${stated('400', 'Other')} }`],
    ['application/json', OWN(40401, NOTHING), OWN(40501, ONLY_GET)],
  ],
  [
    'of none, where it is stated as all that there is',
    [`{ ${stated('default', 'Fault')} }`, `{ ${done} }`],
    ['application/json', OWN(40401, NOTHING), OWN(40501, ONLY_GET)],
  ],
])('the error body %s', async (_, given, [mediaType, notFound, notAllowed]) => {
  const handler = () => Promise.resolve({ status: 200 });
  await withDocument(documentWith(...given), { a: handler, b: handler }, {}, async ({ url }) => {
    const [missing, wrong] = [await fetch(`${url}/c`), await fetch(`${url}/a`, { method: 'POST' })];
    const types = [missing, wrong].map(({ headers }) => headers.get('content-type'));
    expect(types).toEqual([mediaType, mediaType]);
    expect([missing.status, await missing.json()]).toEqual([404, notFound]);
    expect([wrong.status, await wrong.json()]).toEqual([405, notAllowed]);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const [unparsed] = await sendRaw(url, 'GET / HTTP/1.1\r\nno field\r\n\r\n');
    const names = Object.keys(JSON.parse(unparsed!.body) as object);
    expect([unparsed!.status, names]).toEqual([400, Object.keys(notFound)]);
  });
});
