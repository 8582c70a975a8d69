import path from 'node:path';
import type { CompiledContract, Validators } from '../../src/contract';
import { parseJson, type ParsedJson } from '../../src/contract/json/parse-json';
import { validateJson } from '../../src/contract/schema/validation';
import { readProjectDocument } from '../../src/generate/project';
import { loadDocument } from '../../src/dev/load-document';
import { generateInto } from '../support/run-in-process';
import { temporaryFolder } from '../support/temporary-folder';
import { mkdirSync, writeFileSync } from 'node:fs';
import { NewProject } from '../support/new-project';

/** `npm run dev` compiles its contract in memory, which equals the generated files. */

const ROOT = path.join(__dirname, '..', '..');
const FIXTURES = path.join('test', 'fixtures');
const folder = temporaryFolder();

/** JSON of every kind, valid for some schemas and invalid for others. */
const VALUES: readonly string[] = [
  '{}',
  '{"id":1,"name":"Fern"}',
  '{"id":1.5,"name":3,"tag":null}',
  '{"id":9223372036854775808,"name":"","title":"x","pages":-1,"isbn":"1"}',
  '[]',
  '[1,"a",{}]',
  '"text"',
  '""',
  '0',
  '-1.5',
  'true',
  'null',
];

function parsed(text: string): ParsedJson {
  const json = parseJson(Buffer.from(text));
  if ('fault' in json) throw new Error(json.fault);
  return json;
}

it.each([
  path.join('spec', 'openapi.yaml'),
  ...['contents', 'items', 'library', 'mock', 'openapi-3.2'].map((name) =>
    path.join(FIXTURES, `${name}.yaml`),
  ),
])('%s', async (spec) => {
  const file = path.join(ROOT, spec);
  const out = path.join(folder, path.basename(spec, '.yaml'));
  await generateInto(out, file);
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the file is named by this test
  const { contract } = require(path.join(out, 'contract.ts')) as {
    contract: CompiledContract;
  };
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- likewise
  const { validators } = require(path.join(out, 'validators.ts')) as {
    validators: Validators;
  };
  const options = { strict: false, all: false };
  const { loaded } = loadDocument(readProjectDocument(file), undefined, options);

  expect(contract).toEqual(loaded.contract);
  expect(Object.keys(validators).sort()).toEqual(Object.keys(loaded.validators).sort());
  const verdicts = (of: Validators): unknown[] =>
    Object.keys(validators).map((name) =>
      VALUES.map((text) => validateJson(of[name]!, parsed(text))),
    );
  expect(verdicts(validators)).toEqual(verdicts(loaded.validators));
});

describe('a project of its own', () => {
  /** Other projects that development cannot start; own-project.whole.test.ts has one that it can. */

  const folder = temporaryFolder();

  describe('does not start', () => {
    const sources = (name: string, server: string): NewProject => {
      const other = new NewProject(path.join(folder, name));
      mkdirSync(path.join(other.folder, 'src'), { recursive: true });
      writeFileSync(path.join(other.folder, 'openapi.yaml'), 'openapi: 3.1.0\n');
      writeFileSync(
        path.join(other.folder, 'src', 'config.ts'),
        'export const readConfig = () => ({});\n',
      );
      writeFileSync(path.join(other.folder, 'src', 'server.ts'), server);
      return other;
    };

    it.each([
      [
        'without startServer',
        'export const start = 1;\n',
        /^src\/server\.ts exports no function startServer, which starts the service in development; docs\/own-service\.md says how\n$/,
      ],
      [
        'with a server that cannot be loaded',
        "import './nowhere';\n",
        /^src\/server\.ts:1: Cannot find module '\.\/nowhere'; write that module, or correct the import\n$/,
      ],
    ])('%s', (name, server, want) => {
      const { code, stderr } = sources(name.replaceAll(' ', '-'), server).plantStore('dev');
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
    });

    it('with an application that is not there', () => {
      const { code, stderr } = sources('app', '').plantStore('dev', '--app', 'nowhere.ts');
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: 'There is no module at nowhere.ts; --app names the one that starts the service\n',
      });
    });
  });
});
