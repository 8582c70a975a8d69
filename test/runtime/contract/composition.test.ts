import { CompositionError, notImplemented } from '../../../src/runtime/contract/composition';
import { serveDocument, withDocument } from '../../support/serve-document';
import { itEach } from '../../support/it-each';

const document = (responses: string): string => `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books: { get: { operationId: listBooks, security: [{ card: [] }], responses: ${responses} } }
  /loans: { get: { operationId: listLoans, responses: ${responses} } }
components: { securitySchemes: { card: { type: http, scheme: bearer }, unused: { type: http, scheme: basic } } }
`;

const done = '{ 204: { description: Done } }';
const handler = (): Promise<{ status: number }> => Promise.resolve({ status: 204 });
const authenticator = (): Promise<{ outcome: 'accepted'; principal: { name: string } }> =>
  Promise.resolve({ outcome: 'accepted', principal: { name: 'a reader' } });
const handlers = { listBooks: handler, listLoans: handler };
const authenticators = { card: authenticator };

describe('a service', () => {
  it('starts with a handler for each operation and an authenticator for each scheme in use', async () => {
    const { status } = await withDocument(document(done), handlers, { authenticators }, ({ url }) =>
      fetch(`${url}/loans`),
    );
    expect(status).toBe(204);
  });

  itEach<[given: { handlers?: object; authenticators?: object }, want: string]>({
    'without a handler': [
      { handlers: { listBooks: handler } },
      'The operation "listLoans" has no handler; add a handler file named "listLoans.ts"',
    ],
    'with a handler that is undefined': [
      { handlers: { ...handlers, listLoans: undefined } },
      'The operation "listLoans" has no handler; add a handler file named "listLoans.ts"',
    ],
    'with a handler that nobody has written yet': [
      { handlers: { ...handlers, listLoans: notImplemented } },
      'The operation "listLoans" is not implemented yet; write its handler',
    ],
    'with a handler for no operation': [
      { handlers: { ...handlers, addBook: handler } },
      'The handler "addBook" belongs to no operation of the document; remove or rename it',
    ],
    'without an authenticator': [
      { authenticators: {} },
      'The security scheme "card" has no authenticator; give the service one',
    ],
    'with a misnamed authenticator': [
      { authenticators: { unused: authenticator, cart: authenticator } },
      'The security scheme "card" has no authenticator; rename "cart", which no scheme is called, or give the service one',
    ],
    'with several faults': [
      { handlers: { addBook: handler, listBooks: handler }, authenticators: {} },
      [
        'The operation "listLoans" has no handler; add a handler file named "listLoans.ts"',
        'The handler "addBook" belongs to no operation of the document; remove or rename it',
        'The security scheme "card" has no authenticator; give the service one',
      ].join('\n'),
    ],
  })('does not start %s', async (_, given, want) => {
    const parts = { handlers, authenticators, ...given };
    const start = serveDocument(document(done), parts.handlers as never, {
      authenticators: parts.authenticators as never,
    });
    await expect(start).rejects.toThrow(new CompositionError(want));
  });

  it('does not start without an authenticator for a scheme that the document does not describe', async () => {
    const yaml = document(done).replace('{ card: []', '{ pass: []');
    const start = serveDocument(yaml, handlers, { authenticators });
    await expect(start).rejects.toThrow(
      'The security scheme "pass" has no authenticator; give the service one',
    );
  });
});

describe('an operation without a handler, where that is allowed', () => {
  const error = 'content: { application/json: { schema: {} } }';
  const problem =
    'content: { application/problem+json: { schema: { type: object, required: [title, detail], properties: { title: {}, detail: {} } } } }';
  const own = { error: 50101, message: 'The operation "listLoans" is not implemented yet' };

  itEach<[given: string, want: [type: string, body: unknown]]>({
    'no response for it': [done, ['application/json', own]],
    'a range': [`{ 5XX: { description: x, ${error} } }`, ['application/json', own]],
    '500 alone, whose body it gets': [
      `{ 500: { description: x, ${problem} } }`,
      [
        'application/problem+json',
        { title: 'The operation is not implemented yet', detail: own.message },
      ],
    ],
  })('is 501 where the document has %s', async (_, given, want) => {
    const options = { authenticators, allowMissingHandlers: true };
    for (const missing of [{}, { listLoans: notImplemented }]) {
      const served = await serveDocument(
        document(given),
        { listBooks: handler, ...missing },
        options,
      );
      try {
        const response = await fetch(`${served.url}/loans`);
        expect(response.status).toBe(501);
        expect([response.headers.get('content-type'), await response.json()]).toStrictEqual(want);
        expect(served.faults).toStrictEqual([]);
      } finally {
        await served.close();
      }
    }
  });
});
