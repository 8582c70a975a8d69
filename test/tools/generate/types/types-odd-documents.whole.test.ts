import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { compileErrors } from '../../../support/compile';
import { runScript } from '../../../support/run-script';
import { temporaryProject } from '../../../support/temporary-folder';

const FIXTURES = path.join(__dirname, '..', '..', '..', 'fixtures');

/** The types by name of the components with odd names. */
const ALIASES = ['__proto__', 'constructor', 'a_b_c'];

/** Generates from a document and compiles what uses the types; each `@ts-expect-error` must be one. */
function errorsOf(folder: string, spec: string, uses: string): string[] {
  expect(runScript('scripts/generate.ts', ['--spec', spec, '--generated', folder])).toMatchObject({
    code: 0,
  });
  writeFileSync(path.join(folder, 'uses.ts'), uses);
  const errors = compileErrors(
    ['uses.ts', 'contract.ts', 'client-types.ts'].map((file) => path.join(folder, file)),
  );
  // The contract layer is compiled with the types of Node where it is used.
  return errors.filter((error) => !error.includes("Cannot find module 'node:"));
}

const IMPORTS = `
import type { Operations } from './operations';
import type { components } from './types';
type Input<Id extends keyof Operations> = Operations[Id]['input'];
type Response<Id extends keyof Operations> = Operations[Id]['response'];
`;

describe('the types of a document whose names are chosen to break them', () => {
  const folder = temporaryProject();
  const uses = `${IMPORTS}
export const query: Input<'a#b'>['query'] = { limit: true, __proto__: 'x', toString: 'y' };
export const path: Input<'a#b'>['path'] = { 'a%b': 'x' };
export const shared: Input<'get_one' | 'get_two'>[] = [{ query: { q: 'x' } }];
export const body: Input<'__proto__'>['body'] = { ']: 1 } //': '\`\${1}\`' };
export const response: Response<'a#b'> = { status: 200, headers: { '100%': 1n }, body: {} };
export const fault: Response<'a#b'> = { status: 404 };
export const proto: components['schemas']['a.b-c'] = { "'": { ['__proto__']: 'x' } };
// @ts-expect-error the operation's parameter overrides that of its path
export const overridden: Input<'a#b'>['query'] = { limit: 1 };
// @ts-expect-error the path's parameter holds where the operation has none
export const inherited: Input<'a/b'>['query'] = { limit: true };
// @ts-expect-error headers that the document cannot describe are no parameters
export const accept = (input: Input<'a#b'>): unknown => input.headers;
// @ts-expect-error headers that the document cannot describe are no parameters
export const contentType = (input: Input<'a/b'>): unknown => input.headers;
// @ts-expect-error a header behind two references is an int64
export const header: Response<'a#b'> = { status: 200, headers: { '100%': 1 }, body: {} };
// @ts-expect-error an extension is no response
export const extension: Response<'a#b'> = { status: 'x-extra' };
`;

  it('compile, and say what the document says', () => {
    expect(errorsOf(folder, path.join(FIXTURES, 'odd-names.yaml'), uses)).toStrictEqual([]);
  });

  it.each(['types.ts', 'client-types.ts', 'operations.ts', 'contract.ts'])(
    'declare nothing more in %s',
    (file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
      const names = source.statements.flatMap((statement) => {
        if (ts.isImportDeclaration(statement)) return [];
        if (ts.isVariableStatement(statement)) {
          return statement.declarationList.declarations.map(({ name }) => name.getText(source));
        }
        const named = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
        return [named ? statement.name.text : ts.SyntaxKind[statement.kind]];
      });
      const layout = ['paths', 'webhooks', 'components', '$defs', 'operations'];
      const expected: Record<string, string[]> = {
        'types.ts': [...layout, ...ALIASES, 'a_b_cInput'],
        'client-types.ts': [...layout, ...ALIASES],
        'operations.ts': [
          'Operations',
          'OperationId',
          'Input',
          'Response',
          'ResponseOrFailure',
          'Context',
          'Handler',
        ],
        'contract.ts': ['contract'],
      };
      expect(names).toStrictEqual(expected[file]);
    },
  );
});

describe('the types of a document whose schemas differ by direction', () => {
  const folder = temporaryProject();
  const document = `
openapi: 3.1.0
info: { title: Directions, version: '1' }
paths:
  /accounts:
    post:
      operationId: createAccount
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } }
      responses:
        '201':
          description: Made
          content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } }
        default:
          description: More
          content:
            application/json:
              schema:
                type: array
                items:
                  allOf: [{ $ref: '#/components/schemas/Account' }, { required: [note] }]
  /trees:
    post:
      operationId: createTree
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } }
      responses:
        '200':
          description: Made
          content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } }
components:
  schemas:
    Account:
      type: object
      required: [id, name, password]
      properties:
        id: { type: integer, format: int64, readOnly: true }
        name: { type: string }
        note: { type: string }
        password: { $ref: '#/components/schemas/Password' }
    Password: { type: string, writeOnly: true }
    Tree: { type: array, items: { anyOf: [{ $ref: '#/components/schemas/Account' }, { $ref: '#/components/schemas/Tree' }] } }
    TreeRequest: { type: string }
`;
  const uses = `${IMPORTS}
export const input: Input<'createAccount'> = { body: { name: 'a', password: 'b' } };
export const response: Response<'createAccount'> = { status: 201, body: { id: 1n, name: 'a' } };
export const list: Response<'createAccount'> = { status: 400, body: [{ id: 1n, name: 'a', note: 'n' }] };
export const whole: components['schemas']['Account'] = { id: 1n, name: 'a', password: 'b' };
export const tree: Input<'createTree'> = { body: [[], [{ name: 'a', password: 'b' }]] };
export const given: Response<'createTree'> = { status: 200, body: [[], [{ id: 1n, name: 'a' }]] };
// @ts-expect-error a handler gets nothing that is read only
export const read = (body: Input<'createAccount'>['body']): unknown => body.id;
// @ts-expect-error what is written only is not in a response
export const written: Response<'createAccount'> = { status: 201, body: { id: 1n, name: 'a', password: 'b' } };
// @ts-expect-error what is read only is wanted in a response
export const unread: Response<'createAccount'> = { status: 201, body: { name: 'a' } };
// @ts-expect-error what another schema demands is wanted
export const demanded: Response<'createAccount'> = { status: 400, body: [{ id: 1n, name: 'a' }] };
// @ts-expect-error what is written only is wanted in a request
export const unwritten: Input<'createAccount'> = { body: { name: 'a' } };
`;

  it('give handlers what goes their way', () => {
    const spec = path.join(folder, 'directions.yaml');
    writeFileSync(spec, document);
    expect(errorsOf(folder, spec, uses)).toStrictEqual([]);
  });
});
