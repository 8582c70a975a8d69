import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nativeCompiler } from '../../../src/tools/cli/optional-packages';
import { runCompiledIn } from '../../support/run-script';
import { linkPackages, temporaryFolder } from '../../support/temporary-folder';

/** Generated files in projects of each kind, compiled and run as their users do. */

const ROOT = path.join(__dirname, '..', '..', '..');

const DOCUMENT = String.raw`openapi: 3.1.1
info: { title: Shelves, version: 1.0.0 }
servers: [{ url: / }]
paths:
  /shelves:
    post:
      operationId: addShelf
      summary: Add a shelf
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
      responses:
        201:
          description: Added
          content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
components:
  schemas:
    Shelf:
      type: object
      required: [code, made]
      properties:
        code: { type: string, pattern: '^(?=[A-Z])\w+(?<!_)$', minLength: 2 }
        made: { type: string, format: date-time }
        width: { type: integer, format: int64 }
        mark: { type: string, format: shelf-mark }
        kind: { $ref: '#/components/schemas/Kind' }
    Kind: { type: integer, format: int64, enum: [1, 2], x-enum-varnames: [Open, Closed] }
`;

const extensionsWith = (
  ending: string,
): string => `import { defineExtensions, type Extensions } from 'openapi-trellis/contract';
import { isMark } from './marks${ending}';

export const extensions: Extensions = defineExtensions({ formats: { 'shelf-mark': { validate: isMark } } });
`;

const MARKS = "export const isMark = (text: string): boolean => text.startsWith('M');\n";

const mainWith = (ending: string): string => `import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createService } from 'openapi-trellis/contract';
import { contractHandler, createApp, createHttpServer } from 'openapi-trellis/express';
import { Kind } from './generated/client-types${ending}';
import { contract } from './generated/contract${ending}';
import { handlers } from './generated/handlers${ending}';
import { validators } from './generated/validators${ending}';

/** Sends itself a request that the document allows, and one that it does not. */
async function main(): Promise<void> {
  const service = await createService({
    contract,
    validators,
    handlers,
    dependencies: undefined,
    authenticators: {},
    maxBodyBytes: 1000,
    validateResponses: true,
    allowMissingHandlers: true,
    onFault: (error) => console.error(error),
  });
  const app = createApp({ contract: [contractHandler(service)] });
  const onFault = (error: unknown): void => console.error(error);
  const server = createHttpServer(app, {
    requestTimeoutMs: 30_000,
    respond: service.respond,
    onFault,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = async (code: string, mark: string): Promise<number> => {
    const { status } = await fetch('http://127.0.0.1:' + port + '/shelves', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ code, mark, made: '2026-01-01T00:00:00Z', width: 3, kind: Kind.Closed }),
    });
    return status;
  };
  console.log(await send('Ab', 'M1'), await send('ab', 'M1'), await send('Ab', 'N1'));
  server.close();
}

export const finished: Promise<void> = main();
`;

const TEST = `import { finished } from './main';

it('runs', () => finished);
`;

const TYPESCRIPT_5 = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const COMPILERS = [
  ['TypeScript 7', [nativeCompiler()]],
  ['TypeScript 5', [process.execPath, TYPESCRIPT_5]],
] as const;

interface Project {
  readonly kind: string;
  readonly type?: 'module' | 'commonjs';
  /** Of the compiler. */
  readonly settings: Readonly<Record<string, string | boolean>>;
  /** Of `generate`, `scaffold` and `check`. */
  readonly options?: readonly string[];
  /** Of imports. */
  readonly ending?: string;
}

const nodenext = { module: 'nodenext' };
const erasable = { erasableSyntaxOnly: true, verbatimModuleSyntax: true };
const sources = { ...nodenext, ...erasable, rewriteRelativeImportExtensions: true };

const PROJECTS: readonly Project[] = [
  { kind: 'ES modules of Node', type: 'module', settings: { ...nodenext, ...erasable } },
  { kind: 'CommonJS', type: 'commonjs', settings: nodenext },
  { kind: 'a package without a type', settings: nodenext },
  {
    kind: 'a bundler',
    type: 'module',
    settings: { module: 'esnext', moduleResolution: 'bundler' },
  },
  { kind: 'endings in CommonJS', settings: nodenext, options: ['--module', 'esm'] },
  { kind: 'sources that Node runs', type: 'module', settings: sources, ending: '.ts' },
  {
    kind: 'imports of sources in CommonJS',
    settings: { ...nodenext, rewriteRelativeImportExtensions: true },
    ending: '.ts',
  },
];

function makeProject({ type, settings, options = [], ...project }: Project, folder: string): void {
  for (const each of ['spec', 'src/handlers']) {
    mkdirSync(path.join(folder, each), { recursive: true });
  }
  linkPackages(folder, 'jest', 'ts-jest', 'typescript', '@types');
  const compilerOptions = {
    ...{ target: 'ES2023', types: ['node', 'jest'], strict: true, skipLibCheck: true },
    ...{ isolatedModules: true, isolatedDeclarations: true, declaration: true },
    ...{ outDir: 'dist', rootDir: '.', ...settings },
  };
  const { ending = type === 'module' || options.length > 0 ? '.js' : '' } = project;
  const transform = { '^.+\\.ts$': 'ts-jest' };
  const texts = {
    'spec/openapi.yaml': DOCUMENT,
    'main.ts': mainWith(ending),
    'extensions.ts': extensionsWith(ending),
    'marks.ts': MARKS,
    'run.test.ts': TEST,
    'jest.config.json': JSON.stringify({ transform, testMatch: ['**/run.test.ts'] }),
    'package.json': JSON.stringify({ type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, exclude: ['run.test.ts', 'dist'] }),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, name), text);
}

interface Result {
  readonly status: number | null;
  readonly output: string;
}

function run(cwd: string, program: string, ...args: readonly string[]): Result {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const parent = temporaryFolder();

describe.each(PROJECTS)('a project of $kind', (project) => {
  const { kind, type } = project;
  const options = ['--extensions', 'extensions.ts', ...(project.options ?? [])];
  const folder = path.join(parent, kind.replaceAll(' ', '-'));

  beforeAll(() => {
    makeProject(project, folder);
    expect(runCompiledIn(folder, 'generate', options)).toMatchObject({ code: 0 });
    expect(runCompiledIn(folder, 'scaffold', options)).toMatchObject({ code: 0 });
  });

  it('has files that the check finds up to date', () => {
    const only = ['--only', 'generated,handlers'];
    expect(runCompiledIn(folder, 'check', [...only, ...options])).toMatchObject({ code: 0 });
  });

  // The older one takes seconds for each.
  it.each(COMPILERS.slice(0, type === undefined || options.length > 2 ? 1 : 2))(
    'is compiled by %s and runs',
    (_name, [program, ...args]) => {
      expect(run(folder, program, ...args)).toEqual({ status: 0, output: '' });
      expect(run(folder, process.execPath, path.join('dist', 'main.js'))).toEqual({
        status: 0,
        output: '501 400 400\n',
      });
    },
  );
});

it('is run by ts-jest in CommonJS, without a setting of where files are', () => {
  const folder = path.join(parent, 'CommonJS');
  const jest = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  expect(run(folder, process.execPath, jest, '--rootDir', folder)).toMatchObject({
    status: 0,
    output: expect.stringContaining('1 passed, 1 total') as string,
  });
});

const runsSources = 'typescript' in process.features && process.features.typescript;

(runsSources === false ? it.skip : it)('is run by Node without being compiled', () => {
  const folder = path.join(parent, 'sources-that-Node-runs');
  expect(run(folder, process.execPath, '--no-warnings', 'main.ts')).toEqual({
    status: 0,
    output: '501 400 400\n',
  });
});

it('refuses another format', () => {
  const refused = runCompiledIn(path.join(parent, 'CommonJS'), 'generate', ['--module', 'amd']);
  expect(refused).toMatchObject({
    code: 2,
    stderr: '--module must be esm or commonjs, not "amd"\n',
  });
});
