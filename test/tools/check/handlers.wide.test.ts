import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../../../src/tools/check/finding';
import type { Table } from '../../../src/tools/check/drift-check';
import { handlersCheck } from '../../../src/tools/check/handlers';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

const CONTRACT = path.join(__dirname, '..', '..', '..', 'src', 'runtime', 'contract');

/** The source of handlers, by file name. */
type Handlers = Readonly<Record<string, string>>;

const operation = (id: string, responses: string): string =>
  `  /${id}:\n    get: { operationId: ${id}, responses: { ${responses} } }\n`;

const OK = '200: { description: Done, content: { application/json: { schema: {} } } }';
const GIVES_200 = '= async () => ({ status: 200, body: 1 } as const);\n';

let count = 0;
const folder = temporaryFolder();
// Without the browser's types, which take most of the compiler's time.
const compilerOptions = { lib: ['es2023'], module: 'nodenext', strict: true };
writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));

async function check(
  responses: Readonly<Record<string, string>>,
  handlers: Handlers,
): Promise<{ findings: Finding[]; rows: Table['rows'] }> {
  const project = path.join(folder, String(count++));
  const inHandlers = path.join(project, 'domain', 'handlers');
  mkdirSync(inHandlers, { recursive: true });
  const spec = path.join(project, 'openapi.yaml');
  const paths = Object.entries(responses).map(([id, each]) => operation(id, each));
  const head = "openapi: 3.1.0\ninfo: { title: Handlers, version: '1' }\npaths:\n";
  writeFileSync(spec, head + paths.join(''));
  for (const [name, text] of Object.entries(handlers)) {
    writeFileSync(path.join(inHandlers, name), text);
  }
  const options = { spec, generated: path.join(project, 'generated'), handlers: inHandlers };
  const { findings, table } = await handlersCheck.run(options);
  return { findings: [...findings], rows: table?.rows ?? [] };
}

/** File, line, message and remedy, without the folders. */
const told = ({ file, line, message, remedy }: Finding): unknown[] => [
  path.basename(file),
  ...(line === undefined ? [] : [line]),
  message,
  remedy.replace(/\S*handlers\//, ''),
];

it('finds nothing where each operation has its handler, and runs none', async () => {
  const { findings, rows } = await check(
    { one: OK, two: OK, 'get-three': OK },
    {
      'one.ts': `throw new Error('It runs');\nexport const one ${GIVES_200}`,
      'two.ts': `import { help } from './help';\nexport async function two() { return help(); }\n`,
      'get-three.ts': `export const get_three ${GIVES_200}`,
      'help.ts': `export const help ${GIVES_200}`,
      'one.test.ts': 'export {};\n',
    },
  );
  expect(findings).toEqual([]);
  expect(rows).toEqual([]);
});

itEach<[Handlers, unknown[][]]>({
  'an operation without a handler': [
    {},
    [
      [
        'openapi.yaml',
        5,
        'the operation "one" (GET /one) has no handler',
        'write one.ts, which exports the function one',
      ],
    ],
  ],
  'a handler of another name': [
    { 'first.ts': `export const one ${GIVES_200}` },
    [
      [
        'openapi.yaml',
        5,
        'the operation "one" (GET /one) has no handler',
        'write one.ts, which exports the function one',
      ],
      [
        'first.ts',
        'no operation of the document is called "first"',
        'remove the file, or rename it to one.ts if it is the handler of "one"',
      ],
    ],
  ],
})('finds %s', async (_, handlers, want) => {
  const { findings } = await check({ one: OK }, handlers);
  expect(findings.map(told)).toEqual(want);
});

it('finds files that are no handler of an operation', async () => {
  const { findings } = await check(
    { one: OK, two: OK, three: OK },
    {
      'one.ts': '',
      'two.ts': `export const first ${GIVES_200}export default 1;\n`,
      'three.ts': 'export const three = { status: 200 };\n',
      'four.ts': `export const four ${GIVES_200}`,
    },
  );
  expect(findings.map(told)).toEqual([
    [
      'one.ts',
      'the file exports nothing, and not one',
      'export the handler of the operation as one',
    ],
    [
      'two.ts',
      'the file exports first, default, and not two',
      'export the handler of the operation as two',
    ],
    [
      'three.ts',
      'three cannot be called, since its type is { status: number; }',
      'export the handler, an asynchronous function, as three',
    ],
    ['four.ts', 'no operation of the document is called "four"', 'remove the file'],
  ]);
});

it('lists statuses that nothing gives, and failures that the document does not name', async () => {
  const description = '{ description: Other }';
  const kinds = `const kinds = {
  gone: { status: 410, number: 41001, description: '' },
  lost: { status: 451, description: '' },
  taken: { status: 409, number: 40901, description: '' },
} as const;\n`;
  const { rows } = await check(
    {
      idle: `${OK}, 404: ${description}, 4XX: ${description}`,
      failing: `${OK}, 400: ${description}, 409: ${description}`,
      typed: `${OK}, 202: ${description}`,
      annotated: `${OK}, 202: ${description}, 203: ${description}`,
      unknown: `${OK}, 202: ${description}`,
      several: `${OK}, 202: ${description}, 203: ${description}, default: ${description}`,
    },
    {
      'idle.ts': `export const idle ${GIVES_200}`,
      'failing.ts': `import { fail } from '../fail';
export const failing = async (ok: boolean) => (ok ? ({ status: 200 } as const) : fail(ok));\n`,
      'typed.ts': `type Response = { status: 200 } | { status: 202 };
export const typed: () => Promise<Response> = async () => ({ status: 200 });\n`,
      'annotated.ts': `type Response = { status: 200 } | { status: 202 } | { status: 203 };
export const annotated = async (n: number): Promise<Response> => {
  const inner = (): Response => { return { status: 202 }; };
  if (n > 1) return n > 2 ? { status: 203 } : { status: 200 };
  return { status: inner().status === 202 ? 200 : 203 };
};\n`,
      'unknown.ts': `export const unknown = async (): Promise<{ status: number }> => ({ status: 200 });\n`,
      'several.ts': `export const several = async (n: number) => {
  if (n > 1) return { status: 202 } as const;
  return { status: 200 } as const;
};\n`,
      '../fail.ts': `import { Failure } from '${CONTRACT}';
${kinds}export const fail = (ok: boolean) => new Failure(ok ? kinds.gone : Math.random() > 2 ? kinds.lost : kinds.taken, 'no');\n`,
    },
  );
  const idle = 'documented, and given neither by the handler nor by the contract layer';
  expect(rows).toEqual([
    ['idle', '404', idle],
    ['failing', '410', 'the failure 41001 is sent with 400, since the document has no 410'],
    ['failing', '451', 'the failure 451 is sent with 400, since the document has no 451'],
    ['typed', '202', idle],
    ['annotated', '202', idle],
    ['several', '203', idle],
  ]);
});

describe('authenticators', () => {
  const secured = `openapi: 3.1.0
info: { title: Secured, version: '1' }
security: [{ token: [], key: [] }, {}]
paths:
  /one:
    get: { operationId: one, responses: { 204: { description: Done } } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    unused: { type: http, scheme: basic }
`;
  const check = async (text: string): Promise<readonly Finding[]> => {
    const project = path.join(folder, String(count++));
    const handlers = path.join(project, 'handlers');
    mkdirSync(handlers, { recursive: true });
    writeFileSync(
      path.join(handlers, 'one.ts'),
      'export const one = async () => ({ status: 204 } as const);',
    );
    const spec = path.join(project, 'openapi.yaml');
    writeFileSync(spec, secured);
    const authenticators = path.join(project, 'authenticators.ts');
    writeFileSync(authenticators, text);
    const options = { spec, generated: project, handlers, authenticators };
    return (await handlersCheck.run(options)).findings;
  };

  it('are asked for each security scheme in use', async () => {
    const both = 'exports.authenticators = { token: () => undefined, key: () => undefined };';
    await expect(check(both)).resolves.toEqual([]);
    const [first, ...others] = await check('exports.authenticators = { token: () => undefined };');
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      line: 10,
      message: 'the security scheme "key" has no authenticator',
    });
    expect(first?.remedy).toMatch(/^give it one in \S+authenticators\.ts$/);
    const [misnamed] = await check(
      'exports.authenticators = { token() {}, kee() {}, unused() {} };',
    );
    expect(misnamed?.remedy).toMatch(
      /^rename "kee", which no scheme is called, or give it one in \S+authenticators\.ts$/,
    );
  });

  it('must be in a file that loads', async () => {
    await expect(check("throw new Error('no');")).rejects.toThrow(
      /^The authenticators \S+ cannot be loaded: (?:Error: )?no$/,
    );
  });
});

describe('a document of which no handlers are known', () => {
  const spec = path.join(__dirname, '..', '..', 'fixtures', 'library.yaml');
  const options = { spec, generated: folder };

  it('is not checked for them', () => {
    expect(handlersCheck.isFor?.(options)).toBe(false);
    expect(handlersCheck.isFor?.({ ...options, handlers: folder })).toBe(true);
  });

  it('is refused where they are asked for', async () => {
    await expect(handlersCheck.run(options)).rejects.toThrow(
      '--handlers DIR says where the handlers of the document are',
    );
  });
});
