import { MockedOperations } from '../../src/dev/mocked-operations';
import { loadContract } from '../../src/generate/in-memory';
import { parseSource } from '../../src/document/read/read-document';
import { serveDocument } from '../support/serve-document';

const DOCUMENT = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /between:
    get:
      operationId: between
      responses:
        '200':
          description: No integer is between
          content: { application/json: { schema: { type: integer, exclusiveMinimum: 1, exclusiveMaximum: 2 } } }
        '501': { description: Not yet, content: { text/plain: { schema: { type: string } } } }
`;

it('what no body can be made for is not implemented, and says what to do', async () => {
  const source = parseSource(DOCUMENT, 'things.yaml');
  const said: string[] = [];
  const mocked = new MockedOperations(source, loadContract(source.document), (line) =>
    said.push(line),
  );
  const name = { operationId: 'between', file: 'between', identifier: 'between' };
  const served = await serveDocument(DOCUMENT, { between: mocked.handler(name) });
  const response = await fetch(`${served.url}/between`).finally(() => served.close());
  expect([response.status, await response.text()]).toEqual([
    501,
    expect.stringMatching(
      /^The mock finds no valid body: is not allowed; give the response an example in the document, or write between$/,
    ),
  ]);
  expect(served.faults).toEqual([]);
  expect(said).toEqual([expect.stringMatching(/^things.yaml:10: .*no valid value was found/)]);
});
