import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../src/tools/generate/command';
import { type CompileError, compile, compileClassic, type MarkedError } from '../support/compile';
import { fileOf, readPage } from '../support/page-service';
import { runInProcess } from '../support/run-in-process';
import { temporaryProject } from '../support/temporary-folder';
import { HANDLERS, IMPORTS, MESSAGE_ROWS } from './message-rows';

/** What the compilers say of mistakes in handlers: little, and at the right place. */

const folder = temporaryProject();
const PAGE = readPage('handlers.md');

let classic: readonly MarkedError[] = [];
let native: readonly CompileError[] = [];

function write(name: string, source: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, source);
  return file;
}

beforeAll(async () => {
  const handlers = path.join(folder, 'handlers');
  mkdirSync(handlers);
  const spec = path.join(__dirname, 'garden.yaml');
  const generated = path.join(folder, 'generated');
  const args = ['--spec', spec, '--generated', generated, '--handlers', handlers];
  expect(await runInProcess(generate, args)).toMatchObject({ code: 0 });
  const writeHandler = (name: string, source: string): string =>
    write(`handlers/${name}.ts`, `${IMPORTS}${source}\n`);
  for (const [name, source] of Object.entries(HANDLERS)) writeHandler(name, source);
  const rows = MESSAGE_ROWS.map(({ source }, index) => writeHandler(`row${index}`, source));
  write('handler.ts', fileOf(PAGE, 'handler.ts'));
  const ofPage = write('handlers/ofPage.ts', fileOf(PAGE, 'handlers/getTree.ts'));
  const all = [...rows, ofPage, path.join(generated, 'handlers.ts')];
  classic = compileClassic(all);
  native = compile(all);
});

/** What is said of a file: what is marked, the first line of the message, and how many there are. */
function said(name: string): string[] {
  const errors = classic.filter(({ file }) => file === name);
  return errors.map(({ message, marked }) => {
    const [first = '', ...more] = message.split('\n');
    return `[${marked}] ${sorted(first)}${more.length > 0 ? ` (${more.length + 1} lines)` : ''}`;
  });
}

/** Alternatives of a type are in the order in which the compiler came to them. */
function sorted(message: string): string {
  return message.replace(/'([^'<>{}]*(?:<"\d">[^'<>{}]*)*)'/g, (_, type: string) => {
    return `'${type.split(' | ').sort().join(' | ')}'`;
  });
}

it.each(MESSAGE_ROWS.map((row, index) => [row.name, row.errors, index] as const))(
  'of %s',
  (_, errors, index) => expect(said(`row${index}.ts`)).toStrictEqual(errors),
);

it('of handlers that are missing, or for another operation, where they are gathered', () => {
  expect(said('handlers.ts')).toStrictEqual([
    `['../handlers/putTree'] TS2307: Cannot find module '../handlers/putTree' or its corresponding type declarations.`,
    `[exportTrees] TS2305: Module '"../handlers/exportTrees"' has no exported member 'exportTrees'.`,
    `[deleteTree] TS2322: Type 'Handler<"getTree">' is not assignable to type 'Handler<"deleteTree", never, never, never>'. (3 lines)`,
    `[importTrees] TS2322: Type '(input: Input<"getTree">) => Promise<{ status: number; body: string; }>' is not assignable to type 'Handler<"importTrees", never, never, never>'. (4 lines)`,
  ]);
});

it('from the native compiler are the same, at the same places', () => {
  const place = ({ file, line, column, message }: CompileError): string => {
    const [code] = message.split(':');
    return `${file}:${line}:${column} ${code}, ${message.split('\n').length} lines`;
  };
  const ofRows = native.filter(({ file }) => /^(?:row\d+|handlers|ofPage)\.ts$/.test(file));
  expect(ofRows.map(place).sort()).toStrictEqual(classic.map(place).sort());
});

it('are none in the handler of the page', () => expect(said('ofPage.ts')).toEqual([]));
