import { withDocument } from '../../../support/serve-document';
import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

const operation = (operationId: string): string =>
  `{ operationId: ${operationId}, responses: { 200: { description: ok, content: { application/json: { schema: {} } } } } }`;

type Paths = Readonly<Record<string, string>>;

/** A document with these servers and paths, each with the operation that it names, and handlers that give its name. */
function documentOf(servers: string, paths: Paths): Parameters<typeof useDocument> {
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
  return [yaml, handlers];
}

/** The operation that a target meets, or the status. */
async function met({ url }: { readonly url: string }, target: string): Promise<unknown> {
  const response = await fetch(url + target);
  return response.status === 200 ? response.json() : response.status;
}

async function fetchAll(
  servers: string,
  paths: Paths,
  targets: readonly string[],
): Promise<unknown[]> {
  const [yaml, handlers] = documentOf(servers, paths);
  return withDocument(yaml, handlers, {}, (served) =>
    Promise.all(targets.map((target) => met(served, target))),
  );
}

describe('the base path of a server', () => {
  itEach<[servers: string, path: string, want: unknown]>({
    none: ['[]', '/books', 'listBooks'],
    'the root': ['[{ url: / }]', '/books', 'listBooks'],
    'with it': ['[{ url: /v1 }]', '/v1/books', 'listBooks'],
    'without it': ['[{ url: /v1 }]', '/books', 'listBooks'],
    'with another one': ['[{ url: /v1 }]', '/v2/books', 404],
    twice: ['[{ url: /v1 }]', '/v1/v1/books', 404],
    'a slash at its end': ['[{ url: /v1/ }]', '/v1/books', 'listBooks'],
    'of a whole URL': ["[{ url: 'https://library.example/api/v1' }]", '/api/v1/books', 'listBooks'],
    'a part of it': ["[{ url: 'https://library.example/api/v1' }]", '/v1/books', 404],
    'of each server': ['[{ url: /v1 }, { url: /v2 }]', '/v2/books', 'listBooks'],
    'by the default of a variable': [
      "[{ url: '{host}/{version}', variables: { host: { default: 'http://a.example' }, version: { default: v3 } } }]",
      '/v3/books',
      'listBooks',
    ],
  })('%s', async (_, servers, path, want) => {
    const paths = { '/books': 'listBooks' };
    expect(await fetchAll(servers, paths, [path])).toStrictEqual([want]);
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

describe('a path', () => {
  const served = useDocument(
    ...documentOf('[]', {
      '/pages#new': 'new',
      '/{id}#{page}': 'page',
      '/books': 'list',
      '/books?all': 'all',
      '/books?sort=by+title&all': 'sorted',
      '/search?q={q}': 'search',
    }),
  );

  it.each([
    ['a number sign', '/pages%23new', 'new'],
    ['and its beginning', '/pages', 404],
    ['beside an expression', '/7%238', 'page'],
  ])('with characters that end the path of a request: %s', async (_, target, want) => {
    expect(await met(served, target)).toBe(want);
  });

  it.each([
    ['is another than the path alone', '/books', 'list'],
    ['is met by its name', '/books?all', 'all'],
    ['is met among others', '/books?a=b&all=c', 'all'],
    ['is not met by another name', '/books?al', 'list'],
    ['is met by the value that it names', '/books?all&sort=by%20title', 'sorted'],
    ['is not met by another value', '/books?all&sort=title', 'all'],
    ['is met by any value of an expression', '/search?q=7', 'search'],
    ['must be met', '/search', 404],
    ['stands for no part of the path', '/books%3Fall', 404],
    ['is not met by broken percent-encoding', '/search?%zz=1', 404],
  ])('with a query %s', async (_, target, want) => expect(await met(served, target)).toBe(want));
});

describe('servers', () => {
  const done = 'responses: { 204: { description: Done } }';
  const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
servers:
  - url: 'https://{region}.example.com/{version}/api/'
    variables:
      region: { default: eu, enum: [eu, us] }
      version: { default: v1, enum: [v1, v2] }
  - { url: 'https://{host}/any/v{number}-{x}', variables: { host: { default: a }, number: { default: '1' }, x: { default: a/b } } }
  - { url: '{base}/old', variables: { base: { default: 'http://localhost:3000/x' } } }
paths:
  /books:
    get: { operationId: a, ${done} }
  /pages:
    servers: [{ url: /pages-api }]
    get: { operationId: b, ${done} }
    post: { operationId: c, servers: [{ url: relative }], ${done} }
`;
  const handlers = Object.fromEntries(
    ['a', 'b', 'c'].map((id) => [id, () => Promise.resolve({ status: 204 })]),
  );
  const served = useDocument(yaml, handlers);

  it.each([
    ['by the default of a variable', 'GET', '/v1/api/books', 204],
    ['by another value of it', 'GET', '/v2/api/books', 204],
    ['by no other value', 'GET', '/v3/api/books', 404],
    ['by any value of a variable without a list of them', 'GET', '/any/v2-c/books', 204],
    ['by its default, even of several segments', 'GET', '/any/v1-a/b/books', 204],
    ['by no other value of several segments', 'GET', '/any/v2-a/c/books', 404],
    ['by no empty value', 'GET', '/any/v-c/books', 404],
    ['by no other URL than the default of a variable', 'GET', '/y/old/books', 404],
    ['by a variable that holds a whole URL', 'GET', '/x/old/books', 204],
    ['without a base path', 'GET', '/books', 204],
    ['of a path in place of those of the document', 'GET', '/pages-api/pages', 204],
    ['of a path and no others', 'GET', '/v1/api/pages', 404],
    ['of an operation in place of those of its path', 'POST', '/relative/pages', 204],
    ['of an operation and no others', 'POST', '/pages-api/pages', 405],
    ['of an operation, without a base path', 'POST', '/pages', 204],
  ])('are served %s', async (_, method, target, want) => {
    expect((await fetch(served.url + target, { method })).status).toBe(want);
  });
});
