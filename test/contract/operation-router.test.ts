import { serveDocument, type ServedDocument } from '../support/serve-document';

const operation = (operationId: string): string =>
  `{ operationId: ${operationId}, responses: { 200: { description: ok, content: { application/json: { schema: {} } } } } }`;

function serve(servers: string, paths: Record<string, string>): Promise<ServedDocument> {
  const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
servers: ${servers}
paths:
${Object.entries(paths)
  .map(([path, id]) => `  ${path}: { get: ${operation(id)} }`)
  .join('\n')}
`;
  const handlers = Object.values(paths).map((id) => [
    id,
    () => Promise.resolve({ status: 200, body: id }),
  ]);
  return serveDocument(yaml, Object.fromEntries(handlers) as never);
}

describe('the base path of a server', () => {
  it.each<[string, { given: { servers: string; path: string }; want: number }]>([
    ['none', { given: { servers: '[]', path: '/books' }, want: 200 }],
    ['the root', { given: { servers: '[{ url: / }]', path: '/books' }, want: 200 }],
    ['with it', { given: { servers: '[{ url: /v1 }]', path: '/v1/books' }, want: 200 }],
    ['without it', { given: { servers: '[{ url: /v1 }]', path: '/books' }, want: 200 }],
    ['with another one', { given: { servers: '[{ url: /v1 }]', path: '/v2/books' }, want: 404 }],
    ['twice', { given: { servers: '[{ url: /v1 }]', path: '/v1/v1/books' }, want: 404 }],
    ['a slash at its end', { given: { servers: '[{ url: /v1/ }]', path: '/v1/books' }, want: 200 }],
    [
      'of a whole URL',
      {
        given: { servers: "[{ url: 'https://library.example/api/v1' }]", path: '/api/v1/books' },
        want: 200,
      },
    ],
    [
      'a part of it',
      {
        given: { servers: "[{ url: 'https://library.example/api/v1' }]", path: '/v1/books' },
        want: 404,
      },
    ],
    [
      'of each server',
      { given: { servers: '[{ url: /v1 }, { url: /v2 }]', path: '/v2/books' }, want: 200 },
    ],
    [
      'by the default of a variable',
      {
        given: {
          servers:
            "[{ url: '{host}/{version}', variables: { host: { default: 'http://a.example' }, version: { default: v3 } } }]",
          path: '/v3/books',
        },
        want: 200,
      },
    ],
  ])('%s', async (_, { given, want }) => {
    const served = await serve(given.servers, { '/books': 'listBooks' });
    const reply = await fetch(served.url + given.path);
    await served.close();
    expect(reply.status).toBe(want);
  });

  it('goes before a path that clashes with it', async () => {
    const served = await serve('[{ url: /v1 }]', { '/v1/books': 'nested', '/books': 'listBooks' });
    const paths = ['/v1/books', '/books', '/v1/v1/books'];
    const bodies = await Promise.all(
      paths.map(async (path) => (await fetch(served.url + path)).json()),
    );
    await served.close();
    expect(bodies).toStrictEqual(['listBooks', 'listBooks', 'nested']);
  });

  it('clashes by the place of expressions, not by their names', async () => {
    const served = await serve('[{ url: /v1 }]', { '/v1/{isbn}': 'nested', '/{id}': 'getBook' });
    const body: unknown = await (await fetch(`${served.url}/v1/7`)).json();
    await served.close();
    expect(body).toBe('getBook');
  });
});
