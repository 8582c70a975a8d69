import { withDocument } from '../../support/serve-document';

describe('parameters of a path item', () => {
  const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    parameters:
      - { in: query, name: limit, schema: { type: integer, maximum: 10 } }
      - $ref: '#/components/parameters/Language'
    get:
      operationId: listBooks
      parameters:
        - { in: query, name: limit, schema: { type: integer, maximum: 100 } }
      responses: { 204: { description: Listed } }
components:
  parameters:
    Language: { in: query, name: language, required: true, schema: { type: string } }
`;

  it.each([
    ['an operation overrides one', '?language=de&limit=50', 204],
    ['by its own bounds', '?language=de&limit=101', 400],
    ['and keeps the others', '?limit=50', 400],
  ])('%s', async (_, target, want) => {
    const handlers = { listBooks: () => Promise.resolve({ status: 204 }) };
    const { status } = await withDocument(yaml, handlers, {}, ({ url }) =>
      fetch(`${url}/books${target}`),
    );
    expect(status).toBe(want);
  });
});
