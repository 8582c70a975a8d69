import {
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  existsSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import type { Command } from '../../../src/tools/cli/command-line';
import { formats } from '../../../src/runtime/contract/schema/formats/formats';
import { generate, generate as command } from '../../../src/tools/generate/command';
import { mock } from '../../../src/tools/mock/command';
import { printYaml } from '../../../src/tools/document/print';
import { parseText } from '../../../src/tools/document/read/parse-text';
import { generateInto, runInProcess } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';
import type { ScriptResult } from '../../support/run-script';

const LIBRARY = path.join(__dirname, '..', '..', 'fixtures', 'library.yaml');
const yaml = readFileSync(LIBRARY, 'utf8').replaceAll('\r\n', '\n');

const folder = temporaryFolder();
let runs = 0;

/** What is reported of the operation that the document leaves without a name. */
const UNNAMED =
  /^\S+library\.yaml:\d+: \/paths\/~1books~1\{isbn\}\/delete: notice: has no operationId, and is called "delete_books_by_isbn"\n$/;

/** Generates from a document's text. @returns the content of each file that was written */
async function filesOf(text: string): Promise<Record<string, string>> {
  const { spec, out } = place(text);
  await generateInto(out, spec);
  return contentsOf(out);
}

function place(text: string): { readonly spec: string; readonly out: string } {
  const inside = path.join(folder, String(runs++));
  mkdirSync(inside);
  const spec = path.join(inside, 'library.yaml');
  writeFileSync(spec, text);
  return { spec, out: path.join(inside, 'out') };
}

function contentsOf(out: string): Record<string, string> {
  const names = readdirSync(out).sort();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(out, name), 'utf8')]),
  );
}

/** The same document as other text. */
function rewritten(write: (document: unknown) => string): string {
  return write(parseText(yaml, 'library.yaml').value);
}

function toJson(value: unknown): string {
  const marked = JSON.stringify(
    value,
    (_, item: unknown) => (typeof item === 'bigint' ? `<${item.toString()}>` : item),
    2,
  );
  return marked.replace(/"<(\d+)>"/g, '$1');
}

describe('the generated files', () => {
  let files: Record<string, string>;
  beforeAll(async () => {
    files = await filesOf(yaml);
  });

  it.each([
    ['with other line ends', yaml.replaceAll('\n', '\r\n')],
    ['as JSON', rewritten(toJson)],
    ['as YAML in another style', rewritten(printYaml)],
    ['with comments', `# A library\n${yaml.replace('paths:', 'paths: # all of them')}`],
    ['behind a byte order mark', `\ufeff${yaml}`],
  ])('are the same for a document %s', async (_, text) => {
    expect(text).not.toBe(yaml);
    expect(await filesOf(text)).toStrictEqual(files);
  });

  it('differ for another document', async () => {
    const other = await filesOf(
      yaml.replace('minimum: 9007199254740993', 'minimum: 9007199254740992'),
    );
    const differing = Object.keys(files).filter((name) => files[name] !== other[name]);
    expect(differing).toStrictEqual(['contract.ts', 'openapi.json', 'validators.ts']);
  });

  it('have numbers for clients, and with --exact-client what handlers have', async () => {
    expect(files['types.ts']).toContain('limit?: bigint;');
    expect(files['client-types.ts']).toContain('limit?: number;');
    expect(files['client-types.ts']).not.toContain('bigint');
    const { spec, out } = place(yaml);
    await runInProcess(generate, ['--spec', spec, '--generated', out, '--exact-client']);
    const exact = contentsOf(out);
    expect(exact['client-types.ts']).toBe(files['types.ts']);
    expect({ ...exact, 'client-types.ts': '' }).toStrictEqual({ ...files, 'client-types.ts': '' });
  });

  it('say from what and by what, and end with one line end of LF', () => {
    expect(Object.keys(files)).toStrictEqual([
      'client-types.ts',
      'contract.ts',
      'openapi.json',
      'operations.ts',
      'tools.json',
      'types.ts',
      'validators.ts',
    ]);
    const mark = '@generated from library.yaml by npm run generate; do not edit';
    for (const content of Object.values(files)) {
      expect(content.slice(0, 120)).toContain(mark);
      expect(content).toMatch(/[^\n]\n$/);
      expect(content).not.toContain('\r');
    }
  });

  it('keep the integers of the document', () => {
    expect(files['openapi.json']).toContain('"minimum": 9007199254740993');
    expect(files['validators.ts']).toContain('9007199254740993');
  });

  it('keep texts of the document that are names of modules in compiled code', async () => {
    const named = await filesOf(yaml.replace('novel, essay', "novel, '#runtime'"));
    expect(named['validators.ts']).toContain('"#runtime"');
  });
});

describe('npm run generate', () => {
  it('says what it wrote, and that the second time there is nothing to write', async () => {
    const out = path.join(folder, 'twice');
    const args = ['--spec', LIBRARY, '--generated', out];
    const { stdout, stderr } = await runInProcess(generate, args);
    expect(stdout).toMatch(/^wrote .*openapi\.json$/m);
    expect(stderr).toMatch(UNNAMED);
    expect((await runInProcess(generate, args)).stdout).toMatch(
      /^\S+ is up to date with test\/fixtures\/library\.yaml \(7 files\)\n$/,
    );
  });

  it('writes the document as YAML on demand, and removes it where nobody asks for it', async () => {
    const { spec, out } = place(yaml);
    const args = ['--spec', spec, '--generated', out];
    expect((await runInProcess(generate, [...args, '--yaml'])).stdout).toMatch(/ \(8 files\)\n$/);
    const { 'openapi.yaml': written = '', ...others } = contentsOf(out);
    const [head, ...lines] = written.split('\n');
    expect(head).toBe('# @generated from library.yaml by npm run generate; do not edit');
    expect(written).toContain('minimum: 9007199254740993');
    const json = parseText(others['openapi.json']!, 'openapi.json').value as Record<
      string,
      unknown
    >;
    delete json['x-generated'];
    expect(lines.join('\n')).toBe(printYaml(json));
    expect((await runInProcess(generate, args)).stdout).toMatch(/^removed \S+\/openapi\.yaml\n/);
    expect(contentsOf(out)).toStrictEqual(others);
  });

  it.each<[name: string, given: string[], want: RegExp]>([
    ['no document', ['--spec', 'nowhere.yaml'], /^There is no document at nowhere\.yaml\n$/],
    ['a folder as document', ['--spec', folder], /^The document .+ cannot be read \(EISDIR\)\n$/],
    ['an unknown option', ['--specs', 'x'], /Unknown option '--specs'.*\nUsage: npm run generate/s],
  ])('ends with 2 for %s', async (_, given, want) => {
    const args = [...given, '--generated', path.join(folder, 'none')];
    const { code, stderr } = await runInProcess(generate, args);
    expect(code).toBe(2);
    expect(stderr).toMatch(want);
  });
});

it.each<[string, Command, string[]]>([
  ['generate', generate, ['--generated', path.join(folder, 'nothing')]],
  ['mock', mock, []],
])('%s ends with 2 where no operation is left, and says why', async (_, command, more) => {
  const text = "openapi: 3.1.0\ninfo: {}\npaths: { /a: { get: { $ref: 'none.yaml' } } }\n";
  const { spec } = place(text);
  const args = command === mock ? [spec] : ['--spec', spec, ...more];
  const { code, stdout, stderr } = await runInProcess(command, args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/there is no file \S*none\.yaml; add it or correct the reference\n/);
  expect(stderr).toMatch(
    /\nNo operation is left to serve; correct the document where these lines say\n$/,
  );
});

it('reach what they need of Ajv by the runtime module alone', async () => {
  const every = {
    text: { type: 'string', minLength: 1, maxLength: 9 },
    one: { const: { a: [1] } },
    some: { enum: [{ a: 1 }, 'b', null] },
    many: { enum: Array.from({ length: 300 }, (_, index) => `value ${index}`) },
    unique: { type: 'array', uniqueItems: true, minContains: 1, contains: { multipleOf: 0.1 } },
    ...Object.fromEntries(Object.keys(formats).map((format) => [format, { format }])),
  };
  const schema = { type: 'object', properties: every };
  const body = { content: { 'application/json': { schema } } };
  const post = { requestBody: body, responses: { 204: { description: 'Done' } } };
  const info = { title: 'Ajv', version: '1' };
  const text = JSON.stringify({ openapi: '3.1.0', info, paths: { '/': { post } } });
  const { 'validators.ts': code = '' } = await filesOf(text);
  expect(code).not.toContain('require(');
  const named = [...code.matchAll(/runtime\.ajvModule\("([^"]*)"\)/g)];
  expect(code).toContain('runtime.formats["date-time"]');
  expect([...new Set(named.map(([, name]) => name))].sort()).toEqual([
    'ajv/dist/runtime/ucs2length',
  ]);
});

describe('other files', () => {
  const LIBRARY = path.join(__dirname, '..', '..', 'fixtures', 'library.yaml');

  describe('npm run generate, in a folder with other files', () => {
    const folder = temporaryFolder();
    const elsewhere = temporaryFolder();
    const generate = (spec: string, out: string): Promise<ScriptResult> =>
      runInProcess(command, ['--spec', spec, '--generated', out]);
    const left = path.join(folder, 'left.ts');
    const notes = path.join(folder, 'notes.md');
    const nested = path.join(folder, 'more', 'own.ts');
    const types = path.join(folder, 'types.ts');

    it('removes what it marked and no other file, and fixes what was edited', async () => {
      expect((await generate(LIBRARY, folder)).code).toBe(0);
      const original = readFileSync(types, 'utf8');
      writeFileSync(types, original.replace('interface', 'class'));
      writeFileSync(left, '// @generated from old.yaml by npm run generate; do not edit\n');
      writeFileSync(notes, 'Files here are made by npm run generate.\n');
      mkdirSync(path.join(folder, 'more'));
      writeFileSync(nested, 'export {};\n');

      const { code, stdout } = await generate(LIBRARY, folder);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^wrote \S+\/types\.ts\nremoved \S+\/left\.ts\n\S+ was generated from /,
      );
      expect(readFileSync(types, 'utf8')).toBe(original);
      expect([left, notes, nested].map((file) => existsSync(file))).toStrictEqual([
        false,
        true,
        true,
      ]);
    });

    it('replaces links, and neither follows nor waits for what they lead to', async () => {
      expect((await generate(LIBRARY, folder)).code).toBe(0);
      const other = path.join(elsewhere, 'other.ts');
      writeFileSync(other, 'export {};\n');
      const original = readFileSync(types, 'utf8');
      const clientTypes = path.join(folder, 'client-types.ts');
      for (const [file, target] of [
        [types, other],
        [clientTypes, '/dev/zero'],
      ] as const) {
        rmSync(file);
        symlinkSync(target, file);
      }
      expect((await generate(LIBRARY, folder)).code).toBe(0);
      expect(readFileSync(types, 'utf8')).toBe(original);
      expect(readFileSync(other, 'utf8')).toBe('export {};\n');
    });

    it('writes nothing when the document is faulty', async () => {
      const spec = path.join(folder, 'faulty.yaml');
      writeFileSync(spec, 'openapi: 3.0.0\n');
      const out = path.join(folder, 'faulty');
      expect((await generate(spec, out)).code).toBe(2);
      expect(existsSync(out)).toBe(false);
    });
  });
});
