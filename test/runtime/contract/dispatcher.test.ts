import type { AnyHandler } from '../../../src/runtime/contract';
import { withDocument } from '../../support/serve-document';
import { useDocument } from './use-document';

/** Names of openapi-backend's hooks, of what every object has, and of what is no identifier. */
const IDS = [
  'notFound',
  'methodNotAllowed',
  'unauthorizedHandler',
  'postSecurityHandler',
  'validationFail',
  '404',
  '405',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'list books/now',
  'größe',
];

describe('an operationId', () => {
  const paths = IDS.map((operationId, index) => [
    `/${index}`,
    {
      get: {
        operationId,
        parameters: [{ in: 'query', name: 'n', schema: { type: 'integer' } }],
        responses: { 200: { description: 'x', content: { 'application/json': { schema: {} } } } },
      },
    },
  ]);
  const info = { title: 'Names', version: '1' };
  const document = { openapi: '3.1.0', info, paths: Object.fromEntries(paths) as object };
  const handlers = Object.fromEntries(
    IDS.map((id): [string, AnyHandler<unknown>] => [
      id,
      () => Promise.resolve({ status: 200, body: `handler of ${id}` }),
    ]),
  );
  const served = useDocument(JSON.stringify(document), handlers);

  it.each(IDS.map((id, index) => [id, index] as const))('"%s" is dispatched', async (id, index) => {
    const response = await fetch(`${served.url}/${index}`);
    expect({ status: response.status, body: await response.json() }).toStrictEqual({
      status: 200,
      body: `handler of ${id}`,
    });
  });

  it.each([
    ['an unknown path', 'GET', '/unknown', 404],
    ['an unknown method', 'POST', '/0', 405],
    ['an invalid request', 'GET', '/0?n=x', 400],
  ])('shadows no response to %s', async (_, method, path, want) => {
    expect((await fetch(served.url + path, { method })).status).toBe(want);
  });

  it('may be left out', async () => {
    const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths: { '/books/{id}': { get: { parameters: [{ in: path, name: id, required: true, schema: {} }], responses: { 204: { description: x } } } } }
`;
    const handlers = { get_books_by_id: () => Promise.resolve({ status: 204 }) };
    const { status } = await withDocument(yaml, handlers, {}, ({ url }) => fetch(`${url}/books/7`));
    expect(status).toBe(204);
  });
});
