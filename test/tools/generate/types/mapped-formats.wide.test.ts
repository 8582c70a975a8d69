import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateFor, readProjectDocument } from '../../../../src/tools/generate/project';
import type { DocumentNotice } from '../../../../src/tools/document/model/document-error';
import { writeGenerated } from '../../../../src/tools/generate/output';
import { startTypesThread } from '../../../../src/tools/generate/types/types-thread';
import { compileErrors } from '../../../support/compile';
import { temporaryProject } from '../../../support/temporary-folder';
import { itEach } from '../../../support/it-each';

const EXTENSIONS = path.join(__dirname, '..', '..', '..', 'support', 'own-extensions.ts');
const CONTRACT = path.join(__dirname, '..', '..', '..', '..', 'src', 'runtime', 'contract');

const document = `openapi: 3.1.0
info: { title: Visits, version: 1.0.0 }
paths:
  /visits:
    post:
      operationId: visit
      parameters:
        - { name: since, in: query, required: true, schema: { type: string, format: date-time } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } }
      responses:
        200:
          description: Kept
          headers: { Last: { required: true, schema: { type: string, format: date-time } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } }
components:
  schemas:
    $formats: { type: string }
    Id: { type: string, format: ulid }
    Text: { type: string }
    Visit:
      type: object
      required: [id, start, end, codes, either, narrowed, untyped, named]
      properties:
        id: { $ref: '#/components/schemas/Id' }
        start: { type: string, format: date-time }
        end: { anyOf: [{ type: string, format: date-time }, { type: 'null' }] }
        codes: { type: array, items: { type: string, format: hex } }
        either: { anyOf: [{ type: string, format: hex }, { type: string }] }
        narrowed: { allOf: [{ $ref: '#/components/schemas/Text' }, { type: string, format: date-time }] }
        untyped: { format: date-time }
        named: { type: string, format: date-time, enum: [now] }
`;

const uses = `
import type * as client from './client-types';
import type { Operations } from './operations';

type Visit = Operations['visit'];
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
type Body = Visit['input']['body'];

export const since: Equal<Visit['input']['query']['since'], Date> = true;
export const id: Equal<Body['id'], string> = true;
export const start: Equal<Body['start'], Date> = true;
export const end: Equal<Body['end'], Date | null> = true;
export const codes: Equal<Body['codes'], bigint[]> = true;
export const either: Equal<Body['either'], bigint | string> = true;
export const narrowed: Equal<Body['narrowed'], Date> = true;
export const untyped: Equal<Body['untyped'], unknown> = true;
export const named: Equal<Body['named'], 'now'> = true;
export const last: Equal<Visit['response']['headers']['Last'], Date> = true;
export const sent: Equal<Visit['response']['body']['start'], Date> = true;
type Sent = client.operations['visit']['requestBody']['content']['application/json'];
export const clients: Equal<[Sent['start'], Sent['codes']], [string, string[]]> = true;
`;

const definitions = `
import { defineExtensions, mappedFormat } from '${CONTRACT.split(path.sep).join('/')}';

defineExtensions({ formats: { a: { validate: (text) => text.length > 0 } } });
// @ts-expect-error encode takes another type than decode gives
mappedFormat({ decode: (text) => new Date(text), encode: (value: Map<string, string>) => value.toString() });
// @ts-expect-error encode is missing
mappedFormat({ decode: (text) => new Date(text) });
// @ts-expect-error a mapped format is of another type than string
mappedFormat({ decode: (text) => text, encode: (value: string) => value });
// @ts-expect-error a format does something
defineExtensions({ formats: { a: {} } });
`;

const folder = temporaryProject();
afterAll(async () => {
  await startTypesThread().terminate();
});

it('are of the types of their functions for handlers, and strings for clients', async () => {
  const spec = path.join(folder, 'visits.yaml');
  writeFileSync(spec, document);
  const source = readProjectDocument(spec);
  const notices: DocumentNotice[] = [];
  const report = (notice: DocumentNotice): void => void notices.push(notice);
  const files = await generateFor(source, folder, { extensions: EXTENSIONS, report });
  writeGenerated(folder, files);
  // Its own formats are known.
  expect(notices.filter(({ pointer }) => pointer.endsWith('/format'))).toStrictEqual([]);
  writeFileSync(path.join(folder, 'uses.ts'), uses);
  writeFileSync(path.join(folder, 'definitions.ts'), definitions);
  const checked = ['uses.ts', 'definitions.ts', 'contract.ts', 'validators.ts'];
  expect(compileErrors(checked.map((file) => path.join(folder, file)))).toStrictEqual([]);
});

itEach({
  'missing.ts': [undefined, 'There are no extensions at'],
  'none.ts': ['export {};', 'have no export "extensions" made by defineExtensions'],
  'throws.ts': ['throw new Error("a mistake");', 'cannot be loaded: a mistake'],
  'half.ts': [
    'export const extensions = { formats: { a: { decode: String } } };',
    'give the format "a" one of decode and encode; give both',
  ],
  'empty.ts': [
    'export const extensions = { formats: { a: {} } };',
    'give the format "a" neither validate nor decode and encode',
  ],
  'name.ts': [
    'export const extensions = { keywords: { even: {} } };',
    'have the keyword "even"; it must be "x-" and letters, digits, or any of _$:-',
  ],
  'keyword.ts': [
    'export const extensions = { keywords: { "x-even": {} } };',
    'give the keyword "x-even" no validate or no message',
  ],
})('a module that has none is refused: %s', async (name, text, message) => {
  const file = path.join(folder, name);
  if (text !== undefined) writeFileSync(file, text);
  const source = readProjectDocument(path.join(folder, 'visits.yaml'));
  await expect(generateFor(source, folder, { extensions: file })).rejects.toThrow(message);
});
