import path from 'node:path';
import { NewProject } from '../../support/new-project';
import { putFile, temporaryFolder } from '../../support/temporary-folder';

/** A document without handlers, and what is written for it. */

const DOCUMENT = `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /trees/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 7, maximum: 7 } }]
    get:
      operationId: getTree
      summary: Read a tree
      description: It may be a shrub.
      responses: { 204: { description: Nothing yet } }
    put:
      operationId: putTree
      requestBody: { required: true, content: { application/json: { schema: { const: { a: 1, b: [true] } } } } }
      responses: { 204: { description: Kept } }
`;

export const GET_TREE = `import { notImplemented } from 'openapi-trellis/contract';
import type { Handler } from '../../generated/operations';
import type { Dependencies } from '../dependencies';

/**
 * GET /trees/{id}: Read a tree
 * @description It may be a shrub.
 */
export const getTree: Handler<'getTree', Dependencies> = notImplemented;
`;

export const PUT_TREE_TEST = `import { useService } from '../service';

const service = useService();

/** A request that the document allows: PUT /trees/{id} */
const request = {
  method: 'PUT',
  target: '/trees/7',
  headers: {
    'Content-Type': 'application/json',
  },
  body: \`{
  "a": 1,
  "b": [
    true
  ]
}\`,
};

describe('putTree', () => {
  // This fails once the handler is written: expect in its place what \`service.call\` gives, with its types.
  it('is not implemented yet', async () => {
    const response = await service.send(request);
    expect(response.status).toBe(501);
  });
});
`;

const folder = temporaryFolder();

/** Makes a folder of the document and these files. */
export function projectOf(name: string, files: Readonly<Record<string, string>>): NewProject {
  const project = new NewProject(path.join(folder, name));
  for (const [file, text] of Object.entries({ 'openapi.yaml': DOCUMENT, ...files })) {
    putFile(project.folder, file, text);
  }
  return project;
}

/** What the tests that are written need. */
export const FOR_TESTS = {
  'src/dependencies.ts': 'export type Dependencies = object;\n',
  'test/service.ts': '',
};

/** What the command prints once it has written all. */
export const ALL_WRITTEN = [
  'wrote src/handlers/getTree.ts',
  'wrote test/handlers/getTree.test.ts',
  'wrote src/handlers/putTree.ts',
  'wrote test/handlers/putTree.test.ts',
  'openapi.yaml has 2 operations; 2 had no handler\n',
].join('\n');
