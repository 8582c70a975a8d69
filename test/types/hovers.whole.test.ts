import { writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { generate } from '../../src/tools/generate/command';
import { CLASSIC_SETTINGS } from '../support/compile';
import { runInProcess } from '../support/run-in-process';
import { temporaryProject } from '../support/temporary-folder';

/** What an editor shows of what a handler gets: types as somebody would write them. */

const DOCUMENT = `openapi: 3.1.0
info: { title: Shelf, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      security: [{ card: [] }]
      parameters:
        - { name: limit, in: query, description: At most so many, schema: { type: integer, default: 20 } }
        - { name: after, in: query, schema: { type: string } }
        - { name: X-Trace, in: header, schema: { type: string, default: none } }
      responses: { 204: { description: None } }
    post:
      operationId: addBook
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [title, cover]
              properties:
                title: { type: string }
                cover: { type: string, contentMediaType: image/png }
                pages: { type: array, items: { type: string, contentMediaType: image/png } }
      responses: { 204: { description: Added } }
    put:
      operationId: putBook
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
      responses: { 204: { description: Kept } }
components:
  securitySchemes: { card: { type: http, scheme: bearer } }
  schemas:
    Book:
      type: object
      required: [title]
      properties: { title: { type: string }, tags: { type: array, default: [], items: { type: string } } }
`;

const HANDLERS = `import type { Authenticators, PrincipalsOf } from 'openapi-trellis/contract';
import type { Handler as HandlerOf, OperationId } from './generated/operations';
interface Reader { readonly id: number }
const authenticators = {
  card: (id) => ({ outcome: 'accepted', principal: { id: Number(id) } as Reader }),
} satisfies Authenticators<object, unknown>;
type Principals = PrincipalsOf<typeof authenticators>;
type Handler<Id extends OperationId> = HandlerOf<Id, object, Principals>;
export const listBooks: Handler<'listBooks'> = async ({ query, headers }, { principals }) => {
  void [query.limit, query, headers, principals];
  return { status: 204 };
};
export const addBook: Handler<'addBook'> = async ({ body: form }) => {
  void [form.cover, form.pages, form];
  return { status: 204 };
};
export const putBook: Handler<'putBook'> = async ({ body: book }) => {
  void [book];
  return { status: 204 };
};
`;

const folder = temporaryProject();
const file = path.join(folder, 'handlers.ts');
let service: ts.LanguageService;

beforeAll(async () => {
  const spec = path.join(folder, 'openapi.yaml');
  writeFileSync(spec, DOCUMENT);
  writeFileSync(file, HANDLERS);
  const out = path.join(folder, 'generated');
  expect(await runInProcess(generate, ['--spec', spec, '--generated', out])).toMatchObject({
    code: 0,
  });
  service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => CLASSIC_SETTINGS,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
});
afterAll(() => service.dispose());

it.each([
  ['query.limit', '(property) limit: number'],
  ['query', '(parameter) query: { limit: number; after?: string; }'],
  ['headers', '(parameter) headers: { "X-Trace": string; }'],
  ['principals', '(parameter) principals: { card: Reader; }'],
  ['form.cover', '(property) cover: File'],
  ['form.pages', '(property) pages?: File[] | undefined'],
  ['form', '(parameter) form: { title: string; cover: File; pages?: File[]; }'],
  ['book', '(parameter) book: BookInput'],
])('of %s', (name, want) => {
  const found = new RegExp(`[[ ]${name.replace('.', '\\.')}[\\],]`).exec(HANDLERS)!;
  const at = found.index + name.length - name.split('.').at(-1)!.length + 1;
  const shown = service.getQuickInfoAtPosition(file, at);
  expect(ts.displayPartsToString(shown?.displayParts).replace(/\s+/g, ' ')).toBe(want);
});

it('what the document says of a parameter is shown with it', () => {
  const at = HANDLERS.indexOf('query.limit') + 'query.'.length;
  const shown = service.getQuickInfoAtPosition(file, at);
  const [tag] = shown?.tags ?? [];
  expect([tag?.name, ts.displayPartsToString(tag?.text)]).toEqual([
    'description',
    'At most so many',
  ]);
});
