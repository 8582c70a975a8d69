import { parseSource } from '../../../src/tools/document/read/read-document';
import { selectPart } from '../../../src/tools/document/part/select-part';
import { serveMock } from '../../support/serve-mock';

it('a mock of a part has no other operation, not even in place of a concrete path', async () => {
  const text = 'responses: { 200: { description: x, content: { text/plain: { example: made } } } }';
  const source = parseSource(
    `openapi: 3.1.0
info: { title: Cups, version: '1' }
paths:
  /cups/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getCup, ${text} }
    delete: { operationId: breakCup, ${text} }
  /cups/mine: { get: { operationId: myCup, ${text} } }
`,
    'cups.yaml',
  );
  const mock = await serveMock(selectPart(source, { include: ['getCup'] }));
  try {
    const answers = ['GET /cups/1', 'DELETE /cups/1', 'GET /cups/mine', 'GET /cups/%6Dine'].map(
      async (request) => {
        const [method, target] = request.split(' ');
        return (await fetch(mock.url + target!, { method: method! })).status;
      },
    );
    expect(await Promise.all(answers)).toEqual([200, 405, 404, 404]);
    expect(await (await fetch(`${mock.url}/-/openapi.json`)).text()).not.toMatch(/breakCup|myCup/);
  } finally {
    await mock.close(0);
  }
});
