import path from 'node:path';
import type { CompiledContract, Validators } from '../../../src/runtime/contract';
import { parseJson, type ParsedJson } from '../../../src/runtime/contract/json/parse-json';
import { validateJson } from '../../../src/runtime/contract/schema/validation';
import { readProjectDocument } from '../../../src/tools/generate/project';
import { loadDocument } from '../../../src/tools/dev/load-document';
import { generateInto } from '../../support/run-in-process';
import { temporaryProject } from '../../support/temporary-folder';

/** `npm run dev` compiles its contract in memory, which equals the generated files. */

const ROOT = path.join(__dirname, '..', '..', '..');
const FIXTURES = path.join('test', 'fixtures');
const folder = temporaryProject();

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
