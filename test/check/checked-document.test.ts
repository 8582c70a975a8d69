import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CheckedDocument } from '../../src/check/checked-document';
import { documentCheck } from '../../src/check/document';
import { enforcementCheck } from '../../src/check/enforcement';
import { generatedCheck } from '../../src/check/generated';
import type { CheckOptions, Outcome } from '../../src/check/drift-check';
import { temporaryFolder } from '../support/temporary-folder';

const folder = temporaryFolder();
const spec = path.join(folder, 'openapi.json');
const generated = path.join(folder, 'generated');
const options: CheckOptions = { spec, generated, strict: true };

function write(schema: object): void {
  const content = { 'application/json': { schema } };
  const put = { operationId: 'put', requestBody: { content }, responses: { 204: {} } };
  const head = { openapi: '3.1.0', info: { title: 'Library', version: '1' } };
  writeFileSync(spec, JSON.stringify({ ...head, paths: { '/books': { put } } }));
}

const keywords = ({ table }: Outcome): string[] =>
  (table?.rows ?? []).flatMap(([kind = '']) => (kind.startsWith('keyword ') ? [kind] : []));

it('checks one state of a document that is saved meanwhile', async () => {
  write({ type: 'string', minLength: 3 });
  const checked = new CheckedDocument(options);
  await documentCheck.run(options, checked);
  write({ type: 'string', maxLength: 3 });
  const outcome = await enforcementCheck.run(options, checked);
  expect(keywords(outcome)).toEqual(['keyword minLength', 'keyword type']);
  const files = await checked.files(generated);
  expect(files.get('openapi.json')).toContain('"minLength": 3');
});

it('says of each check why the document cannot be read, and reads it anew for the next run', async () => {
  writeFileSync(spec, '{');
  const checked = new CheckedDocument(options);
  await expect(documentCheck.run(options, checked)).rejects.toThrow(/openapi\.json:1/);
  write({ type: 'string' });
  await expect(generatedCheck.run(options, checked)).rejects.toThrow(/openapi\.json:1/);
  const { findings } = await generatedCheck.run(options);
  expect(findings.map(({ rule }) => rule)).toContain('missing');
});
