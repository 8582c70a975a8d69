import { answering, testServer } from './test-server';

/** Members and parameters by the names of methods that JavaScript calls to make a text of an object. */

const NAMES = `{
  type: object
  required: [toString, valueOf]
  properties: { toString: { type: integer }, valueOf: { type: string } }
}`
  .replaceAll('\n', ',')
  .replace('{,', '{')
  .replace(',}', '}');
const TREE = `{ type: object, required: [meta, note], properties: { id: { type: integer }, meta: ${NAMES}, note: { type: string, maxLength: 40 } } }`;
const json = `content: { application/json: { schema: ${TREE} } }`;
const document = `
openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /trees:
    get:
      operationId: listTrees
      parameters:
        - { name: filter, in: query, style: deepObject, schema: ${NAMES} }
        - { name: X-Names, in: header, schema: ${NAMES} }
        - { name: If-Match, in: header, schema: ${NAMES} }
      responses:
        200: { description: All, content: { application/json: { schema: { type: array, items: ${TREE} } } } }
        4XX: { description: Refused }
    post:
      operationId: createTree
      requestBody: { required: true, ${json} }
      responses:
        201: { description: Made, ${json} }
        4XX: { description: Refused }
  /trees/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readTree
      responses: { 200: { description: One, ${json} }, 4XX: { description: Refused } }
    put:
      operationId: replaceTree
      requestBody: { required: true, ${json} }
      responses: { 200: { description: One, ${json} }, 4XX: { description: Refused } }
    delete:
      operationId: deleteTree
      responses: { 204: { description: Removed }, 4XX: { description: Refused } }
`;

it('members named "toString" and "valueOf" are compared as any others', async () => {
  const trees = new Map<number, object>();
  const server = answering(({ method = '', url = '' }, bytes) => {
    const type = { 'Content-Type': 'application/json' };
    const id = Number(/^\/trees\/(\d{1,9})$/.exec(url)?.[1]);
    const sent = (): object => JSON.parse(bytes.toString()) as object;
    const kept = (at: number, status: number) => {
      const tree = { ...sent(), id: at };
      trees.set(at, tree);
      return [status, { ...type, Location: `/trees/${at}` }, JSON.stringify(tree)] as const;
    };
    try {
      if (/^\/trees(?:\?|$)/.test(url)) {
        if (method === 'POST') return kept(trees.size + 1, 201);
        return [200, type, JSON.stringify([...trees.values()])];
      }
      if (!trees.has(id)) return 404;
      if (method === 'PUT') return kept(id, 200);
      if (method === 'DELETE') return trees.delete(id) ? 204 : 404;
      return [200, type, JSON.stringify(trees.get(id))];
    } catch {
      return 400;
    }
  });
  const { operations, phases } = await testServer(server, document, { runs: 60 });
  expect(phases.map(({ ended }) => ended)).not.toContain('interrupted');
  expect(operations.map(({ operationId, exercised }) => [operationId, exercised])).toEqual(
    ['listTrees', 'createTree', 'readTree', 'replaceTree', 'deleteTree'].map((name) => [
      name,
      true,
    ]),
  );
});
