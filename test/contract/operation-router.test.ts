import { withDocument } from '../support/with-document';

const operation = (operationId: string): string =>
  `{ operationId: ${operationId}, responses: { 200: { description: ok, content: { application/json: { schema: {} } } } } }`;

/** What each of the targets gives, by a document with these servers and paths: status or body. */
function fetchAll(
  servers: string,
  paths: Readonly<Record<string, string>>,
  targets: readonly string[],
): Promise<unknown[]> {
  const entries = Object.entries(paths);
  const parameters = (path: string): string => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const list = names.map((name) => `{ in: path, name: ${name}, required: true, schema: {} }`);
    return `[${list.join(', ')}]`;
  };
  const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
servers: ${servers}
paths:
${entries.map(([path, id]) => `  '${path}': { parameters: ${parameters(path)}, get: ${operation(id)} }`).join('\n')}
`;
  const handlers = Object.fromEntries(
    entries.map(([, id]) => [id, () => Promise.resolve({ status: 200, body: id })]),
  );
  return withDocument(yaml, handlers, {}, ({ url }) =>
    Promise.all(
      targets.map(async (target): Promise<unknown> => {
        const reply = await fetch(url + target);
        return reply.status === 200 ? reply.json() : reply.status;
      }),
    ),
  );
}

describe('the base path of a server', () => {
  it.each<[string, { given: { servers: string; path: string }; want: unknown }]>([
    ['none', { given: { servers: '[]', path: '/books' }, want: 'listBooks' }],
    ['the root', { given: { servers: '[{ url: / }]', path: '/books' }, want: 'listBooks' }],
    ['with it', { given: { servers: '[{ url: /v1 }]', path: '/v1/books' }, want: 'listBooks' }],
    ['without it', { given: { servers: '[{ url: /v1 }]', path: '/books' }, want: 'listBooks' }],
    ['with another one', { given: { servers: '[{ url: /v1 }]', path: '/v2/books' }, want: 404 }],
    ['twice', { given: { servers: '[{ url: /v1 }]', path: '/v1/v1/books' }, want: 404 }],
    [
      'a slash at its end',
      { given: { servers: '[{ url: /v1/ }]', path: '/v1/books' }, want: 'listBooks' },
    ],
    [
      'of a whole URL',
      {
        given: { servers: "[{ url: 'https://library.example/api/v1' }]", path: '/api/v1/books' },
        want: 'listBooks',
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
      { given: { servers: '[{ url: /v1 }, { url: /v2 }]', path: '/v2/books' }, want: 'listBooks' },
    ],
    [
      'by the default of a variable',
      {
        given: {
          servers:
            "[{ url: '{host}/{version}', variables: { host: { default: 'http://a.example' }, version: { default: v3 } } }]",
          path: '/v3/books',
        },
        want: 'listBooks',
      },
    ],
  ])('%s', async (_, { given, want }) => {
    const paths = { '/books': 'listBooks' };
    expect(await fetchAll(given.servers, paths, [given.path])).toStrictEqual([want]);
  });

  it('goes before a path that clashes with it', async () => {
    const paths = { '/v1/books': 'nested', '/books': 'listBooks' };
    const targets = ['/v1/books', '/books', '/v1/v1/books'];
    const want = ['listBooks', 'listBooks', 'nested'];
    expect(await fetchAll('[{ url: /v1 }]', paths, targets)).toStrictEqual(want);
  });

  it('clashes by the place of expressions, not by their names', async () => {
    const paths = { '/v1/{isbn}': 'nested', '/{id}': 'getBook' };
    expect(await fetchAll('[{ url: /v1 }]', paths, ['/v1/7'])).toStrictEqual(['getBook']);
  });
});

describe('a path with characters that end the path of a request', () => {
  it.each<[string, { given: { path: string; target: string }; want: unknown }]>([
    ['a number sign', { given: { path: '/books#new', target: '/books%23new' }, want: 'op' }],
    ['and its beginning', { given: { path: '/books#new', target: '/books' }, want: 404 }],
    ['a question mark', { given: { path: '/books?all', target: '/books%3fall' }, want: 'op' }],
    [
      'a question mark of the query',
      { given: { path: '/books?all', target: '/books?all' }, want: 404 },
    ],
    ['beside an expression', { given: { path: '/{id}#{page}', target: '/7%238' }, want: 'op' }],
  ])('%s', async (_, { given, want }) => {
    expect(await fetchAll('[]', { [given.path]: 'op' }, [given.target])).toStrictEqual([want]);
  });
});
