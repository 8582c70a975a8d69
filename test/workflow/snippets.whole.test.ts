import { existsSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../src/tools/generate/command';
import { compile } from '../support/compile';
import { blocksOf, fileIn, pages } from '../support/pages';
import { runInProcess } from '../support/run-in-process';
import { linkInstalled, putFile, temporaryFolder } from '../support/temporary-folder';

/** Each block of TypeScript of the pages compiles, as a module of a project that has the built package. */

/** Tests that compile the blocks of a page that stand behind the name of a file: all, or the first of these files. */
const COMPILED_BY: Readonly<Record<string, readonly [test: string, ...files: string[]]>> = {
  'client.md': ['workflow/typed-client.whole.test.ts', 'add-plant.ts', 'add-exact-plant.ts'],
  'extensions.md': ['workflow/extensions.whole.test.ts'],
  'first-operation.md': ['workflow/first-operation.whole.test.ts'],
  'from-eov.md': ['workflow/from-eov.whole.test.ts'],
  'from-fastapi.md': ['workflow/from-fastapi.whole.test.ts'],
  'from-nestjs.md': ['workflow/from-nestjs.whole.test.ts'],
  'from-openapi-backend.md': ['workflow/from-openapi-backend.whole.test.ts'],
  'handlers.md': ['types/messages.whole.test.ts', 'handler.ts', 'handlers/getTree.ts'],
  'hosts.md': ['workflow/hosts.wide.test.ts'],
  'own-service.md': ['workflow/own-service.whole.test.ts', 'handlers/putTree.ts', 'server.ts'],
  'several-documents.md': ['workflow/several-documents.whole.test.ts'],
  'start-document.md': ['workflow/start-document.whole.test.ts'],
  'start-express.md': ['workflow/start-express.whole.test.ts'],
};

/** Blocks that stay a part of something, by their first lines, and why. */
const FRAGMENTS: Readonly<Record<string, string>> = {
  'app.use(session({ secret }));': 'express-session is no package of this project',
};

/** Where a block is a module of the project, unless what it imports says so. */
const PLACES: Readonly<Record<string, string>> = {
  'access.md:1': 'src/authenticators.ts',
  'handlers.md:3': 'src/handler.ts',
};

/** What the blocks are about. */
const DOCUMENT = `
openapi: 3.2.0
info: { title: Plants, version: 1.0.0 }
paths:
  /plants:
    post:
      operationId: createPlant
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } } }
      responses:
        '200': { description: The plant, content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } } }
        '400':
          description: Why not
          content:
            application/json:
              schema:
                type: object
                required: [problem, text, places]
                properties: { problem: { type: integer }, text: { type: string }, places: { type: integer } }
    get:
      operationId: watchPlants
      responses:
        '200':
          description: Plants as they are added
          content:
            text/event-stream:
              itemSchema:
                type: object
                required: [data]
                properties: { event: { const: plantAdded }, data: { type: string } }
  /trees:
    put:
      operationId: putTree
      security: [{ bearerAuth: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
      responses:
        '200': { description: The tree, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } }
        default: { description: Why not }
  /animals:
    post:
      operationId: addAnimal
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Animal' } } } }
      responses: { '204': { description: It is added } }
components:
  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }
  schemas:
    Plant: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    Tree: { type: object, required: [species], properties: { species: { type: string } } }
    Animal:
      type: object
      required: [kind, name]
      properties: { kind: { type: string }, name: { type: string } }
      discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } }
    Cat:
      allOf:
        - $ref: '#/components/schemas/Animal'
        - { type: object, required: [lives], properties: { lives: { type: integer } } }
    Dog:
      allOf:
        - $ref: '#/components/schemas/Animal'
        - { type: object, properties: { tricks: { type: array, items: { type: string } } } }
`;

/** What the blocks of pages depend on. */
const DEPENDENCIES = `import type { EventEmitter } from 'node:events';

interface User {
  readonly id: number;
  readonly roles: readonly string[];
}

export interface Dependencies {
  readonly users: { ofToken(token: string): Promise<User | undefined> };
  readonly plants: EventEmitter;
}
`;

/** What tests start, as `init` writes it. */
const SERVICE = `import type { TypedCalls } from 'openapi-trellis/client';
import type { operations } from '../generated/client-types.js';

export declare function useService(): {
  as(principals: object): { readonly call: TypedCalls<operations> };
};
`;

interface Snippet {
  /** The page and the number of the block on it. */
  readonly name: string;
  readonly page: string;
  readonly text: string;
  readonly file: string | undefined;
}

const snippets = [...pages].flatMap(([at, page]): Snippet[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'ts')
    .map(({ text, lead }, index) => {
      const name = path.basename(at);
      return { name: `${name}:${index + 1}`, page: name, text, file: fileIn(lead) };
    }),
);

/** Whether another test compiles it. */
function isCompiled({ name, page, file }: Snippet): boolean {
  if (file === undefined || name in PLACES) return false;
  const [test, ...files] = COMPILED_BY[page] ?? [];
  return test !== undefined && (files.length === 0 || files.includes(file));
}

const isFragment = ({ text }: Snippet): boolean =>
  Object.keys(FRAGMENTS).some((line) => text.startsWith(line));
const own = snippets.filter((snippet) => !isCompiled(snippet) && !isFragment(snippet));

function placeOf({ name, text }: Snippet): string {
  const place = PLACES[name];
  if (place !== undefined) return place;
  const file = `${name.replace(/\W/g, '-')}.ts`;
  if (text.includes("'./generated/")) return file;
  if (text.includes("'./client-types'")) return `generated/${file}`;
  return text.includes("'../handler'") ? `src/handlers/${file}` : `src/${file}`;
}

const ROOT = path.join(__dirname, '..', '..');
const JEST = path.join(ROOT, 'node_modules', '@types', 'jest', 'index.d.ts');
const folder = temporaryFolder();

const write = (name: string, text: string): string => putFile(folder, name, text);

beforeAll(async () => {
  linkInstalled(folder);
  write('src/dependencies.ts', DEPENDENCIES);
  write('src/service.ts', SERVICE);
  const spec = write('openapi.yaml', DOCUMENT);
  const args = ['--spec', spec, '--generated', path.join(folder, 'generated')];
  expect(await runInProcess(generate, args)).toMatchObject({ code: 0, stderr: '' });
});

it('each block compiles, and a wrong one does not', () => {
  const wrong = write(
    'src/wrong.ts',
    "import { startServce } from 'openapi-trellis/service';\nstartServce();\n",
  );
  const files = own.map((snippet) => write(placeOf(snippet), `${snippet.text}\nexport {};\n`));
  const errors = compile([...files, wrong, JEST]);
  expect(errors.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    expect.stringMatching(/^wrong\.ts:1 TS2724: /),
  ]);
});

it('tests that compile the others are there', () => {
  const missing = Object.values(COMPILED_BY).filter(
    ([test]) => !existsSync(path.join(ROOT, 'test', test)),
  );
  expect(missing).toEqual([]);
});

it('no fragment is listed that no page has', () => {
  const lines = snippets.filter(isFragment).map(({ text }) => text.split('\n')[0]);
  expect(Object.keys(FRAGMENTS)).toEqual(lines);
});
