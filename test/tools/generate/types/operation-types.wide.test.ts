import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../../src/tools/generate/command';
import { compileErrors } from '../../../support/compile';
import { runInProcess } from '../../../support/run-in-process';
import { temporaryProject } from '../../../support/temporary-folder';
import { itEach } from '../../../support/it-each';

/** How operations.ts names the types of bodies, and tells of operations. */

const LOGIN = "{ $ref: '#/components/schemas/Login' }";
const json = (schema: string): string => `{ content: { application/json: { schema: ${schema} } } }`;
const PATH = 'NonNullable<operations["op"]["requestBody"]>["content"]["application/json"]';

const DOCUMENT = `openapi: 3.1.0
info: { title: Accounts, version: 1.0.0 }
paths:
  /op: { post: { operationId: op, requestBody: BODY, responses: { 200: { description: Done, ...RESPONSE } } } }
components:
  requestBodies: { Shared: ${json(LOGIN)} }
  schemas:
    Login: { type: object, properties: { name: { type: string } } }
    Account: { type: object, properties: { id: { type: integer, readOnly: true }, key: { type: string, writeOnly: true } } }
    Page: { type: object, properties: { size: { type: integer, default: 20 } } }
    Failure: { type: object, properties: { code: { type: integer } } }
    NonNullable: { type: string }
    a-b: { type: object, properties: { a: { type: string } } }
    Names: { type: array, items: { type: string } }
`;

/** The schema of a body, and its type where a handler gets it. */
const BODIES: readonly (readonly [schema: string, want: string])[] = [
  [LOGIN, 'Login'],
  [`{ ${LOGIN.slice(2, -2)}, description: Who it is }`, 'Login'],
  ["{ $ref: '#/components/schemas/Account' }", 'AccountRequest'],
  ["{ $ref: '#/components/schemas/Page' }", 'PageInput'],
  ["{ $ref: '#/components/schemas/a-b' }", 'a_b'],
  ["{ $ref: '#/components/schemas/Names' }", 'Names'],
  // Another type of the module has the name.
  ["{ $ref: '#/components/schemas/Failure' }", PATH],
  ["{ $ref: '#/components/schemas/NonNullable' }", PATH],
  ['{ type: object, properties: { a: { type: string } } }', PATH],
  ['{ type: string }', PATH],
  [`{ oneOf: [${LOGIN}, { type: 'null' }] }`, PATH],
];

const folder = temporaryProject();

async function generated(document: string): Promise<string> {
  const spec = path.join(folder, 'openapi.yaml');
  writeFileSync(spec, document);
  const out = path.join(folder, 'generated');
  expect(await runInProcess(generate, ['--spec', spec, '--generated', out])).toMatchObject({
    code: 0,
  });
  return readFileSync(path.join(out, 'operations.ts'), 'utf8');
}

const withBody = (body: string): string =>
  DOCUMENT.replace('BODY', body).replace(', ...RESPONSE', '');

it.each(BODIES)('a body of %s is %s, the same type as by its path', async (schema, want) => {
  const operations = await generated(withBody(json(schema)));
  expect(/body\?: (.*);/.exec(operations)?.[1]).toBe(want);
  const use = path.join(folder, 'use.ts');
  writeFileSync(
    use,
    `import type { Input } from './generated/operations';
import type { operations } from './generated/types';
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const same: Equal<Exclude<Input<'op'>['body'], undefined>, ${PATH}> = true;
`,
  );
  expect(compileErrors([use])).toEqual([]);
});

itEach({
  'a body of several media types': [
    `{ content: { application/json: { schema: ${LOGIN} }, application/merge-patch+json: { schema: ${LOGIN} } } }`,
    / {12}body: Login;/g,
    2,
  ],
  'a body that operations share': [
    "{ $ref: '#/components/requestBodies/Shared' }",
    /body\?: Login;/g,
    1,
  ],
  'a form with files': [
    "{ content: { multipart/form-data: { schema: { $ref: '#/components/schemas/Login' } } } }",
    /body\?: WithFiles<Login, |body\?: Login;/g,
    1,
  ],
})('%s names its type', async (_, body, want, count) => {
  expect((await generated(withBody(body))).match(want)).toHaveLength(count);
});

it('a response names the type that a handler sends', async () => {
  const content = json("{ $ref: '#/components/schemas/Account' }").slice(2, -2);
  const operations = await generated(
    DOCUMENT.replace('requestBody: BODY, ', '').replace('...RESPONSE', content),
  );
  expect(operations).toContain('body: AccountResponse;');
  expect(operations).toContain("import type { AccountResponse } from './types';");
});

it('imports no type that a text or bytes have in its place', async () => {
  const schema = "{ schema: { $ref: '#/components/schemas/Login' } }";
  const document = withBody(
    `{ content: { text/plain: ${schema}, application/octet-stream: ${schema} } }`,
  );
  const other = document.replace(
    'description: Done',
    `description: Done, content: { text/plain: ${schema} }`,
  );
  const unused = /import type \{(.*)\} from '.\/types'/.exec(await generated(other))?.[1] ?? '';
  expect(unused).not.toContain('Login');
});

it('a deprecated operation is marked so', async () => {
  const document = withBody(json(LOGIN)).replace(
    'operationId: op',
    'operationId: op, deprecated: true',
  );
  expect(await generated(document)).toContain(
    '    /**\n     * POST /op\n     * @deprecated\n     */\n    op: {',
  );
});
