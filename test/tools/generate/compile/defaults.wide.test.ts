import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DocumentNotice } from '../../../../src/tools/document/model/document-error';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { generateFor, readProjectDocument } from '../../../../src/tools/generate/project';
import { compileErrors } from '../../../support/compile';
import { generateInto } from '../../../support/run-in-process';
import { temporaryProject } from '../../../support/temporary-folder';
import { itEach } from '../../../support/it-each';

/** A document whose line 8 is the schema of a body. */
const library = (schema: string): string => `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: add
      requestBody: { content: { application/json: { schema:
        ${schema} } } }
      responses: { 204: { description: Added } }
components:
  schemas:
    Base: { type: object, properties: { a: { default: 1 } } }
    Circle: { type: object, properties: { me: { $ref: '#/components/schemas/Circle', default: {} } } }
    Unused: { type: object, properties: { a: { type: string, default: 1 } } }
    Pet: { type: object, discriminator: { propertyName: kind }, properties: { kind: { type: string }, a: { default: 1 }, b: { type: string, default: 1 } } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { a: { default: 2 } } }] }
`;

const BODY = '/paths/~1books/post/requestBody/content/application~1json/schema';
const KEEP = 'which is of the same value, so neither is filled in; keep one';

describe('what the author is told', () => {
  itEach({
    'a default that is valid': ['{ type: object, properties: { a: { default: 1 } } }', []],
    'a default that its schema refuses': [
      '{ type: object, properties: { a: { type: string, default: 1 } } }',
      [
        `8 ${BODY}/properties/a/default: the default is not filled in, since it must be of type string; correct it`,
      ],
    ],
    'a default that is never filled in': [
      '{ type: object, required: [a], properties: { a: { type: string, default: 1 } } }',
      [],
    ],
    'defaults that differ': [
      "{ allOf: [{ $ref: '#/components/schemas/Base' }], properties: { a: { default: 2 } } }",
      [
        `12 /components/schemas/Base/properties/a/default: the default differs from the one at ${BODY}/properties/a, ${KEEP}`,
      ],
    ],
    'defaults of a child and its base': [
      "{ $ref: '#/components/schemas/Cat' }",
      [
        `16 /components/schemas/Cat/allOf/1/properties/a/default: the default differs from the one at /components/schemas/Pet/properties/a, ${KEEP}`,
        '15 /components/schemas/Pet/properties/b/default: the default is not filled in, since it must be of type string; correct it',
      ],
    ],
    'a default that would hold itself': [
      "{ $ref: '#/components/schemas/Circle' }",
      [
        '13 /components/schemas/Circle/properties/me/default: the default is not filled in, since it would hold itself; correct it',
      ],
    ],
  })('%s', (_, schema, want) => {
    const source = parseSource(library(schema), 'library.yaml');
    const notices: DocumentNotice[] = [];
    loadContract(source.document, { report: (notice) => notices.push(notice) });
    const lines = notices.map(
      ({ pointer, message }) => `${source.lineOf(pointer)} ${pointer}: ${message}`,
    );
    expect(lines).toStrictEqual(want);
    expect(notices.filter(({ severity }) => severity !== 'warning')).toStrictEqual([]);
  });
});

const document = `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: add
      parameters:
        - { name: limit, in: query, schema: { type: integer, format: int64, default: 10 } }
        - { name: offset, in: query, schema: { type: integer } }
        - { name: X-Shelf, in: header, schema: { type: string, default: a } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
      responses:
        200:
          description: Added
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
  /shelves:
    post:
      operationId: build
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
      responses: { 204: { description: Built } }
webhooks:
  added:
    post:
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
      responses: { 204: { description: Seen } }
components:
  schemas:
    Book:
      type: object
      properties:
        id: { type: string, readOnly: true }
        kind: { type: string, default: novel }
    Thing: { type: object, properties: { color: { type: string, default: red } } }
    Shelf:
      allOf: [{ $ref: '#/components/schemas/Thing' }]
      properties:
        height: { type: number, default: 2 }
        width: { type: number, default: 1 }
        room: { type: object, properties: { floor: { type: number, default: 1 } } }
        hall: { type: object, properties: { floor: { type: number, default: 1 } } }
        '-x-': { type: number, default: 1 }
      dependentRequired: { width: [room], room: [height] }
      patternProperties: { '^-': { type: number } }
      oneOf: [{ required: [room] }, { required: [hall], properties: { hall: { maxProperties: 1 } } }]
      additionalProperties: false
`;

const uses = `
import type * as client from './client-types';
import type { Operations } from './operations';
import type { webhooks } from './types';

type Add = Operations['add'];

export const limit = ({ query }: Add['input']): bigint => query.limit;
export const shelf = ({ headers }: Add['input']): string => headers['X-Shelf'];
// @ts-expect-error a parameter without a default may be absent
export const offset = ({ query }: Add['input']): number => query.offset;
export const kind = ({ body }: Add['input']): string => body.kind;
// @ts-expect-error what is read only is not in a request
export const id = ({ body }: Add['input']): unknown => body.id;
type Build = Operations['build'];
export const height = ({ body }: Build['input']): number => body.height;
// What a body may be invalid with is left out there.
// @ts-expect-error another schema allows no such property
export const color = ({ body }: Build['input']): string => body.color;
// @ts-expect-error it asks for another property
export const width = ({ body }: Build['input']): number => body.width;
// @ts-expect-error it is described by a pattern too
export const dashed = ({ body }: Build['input']): number => body['-x-'];
export const rooms = ({ body }: Build['input']): void => {
  if (body.room !== undefined) body.room.floor satisfies number;
  // @ts-expect-error it is in what an alternative describes
  if (body.hall !== undefined) body.hall.floor satisfies number;
};
// A response, a client and a webhook need not give it.
export const response: Add['response'] = { status: 200, body: {} };
type Sent = client.operations['add'];
export const query: Sent['parameters']['query'] = {};
export const body: Sent['requestBody']['content']['application/json'] = {};
type Webhook = NonNullable<webhooks['added']['post']['requestBody']>;
export const webhook: Webhook['content']['application/json'] = {};
`;

const folder = temporaryProject();
const spec = path.join(folder, 'library.yaml');
beforeAll(() => writeFileSync(spec, document));

it('is there for handlers, and optional for all who send', async () => {
  await generateInto(folder, spec);
  const file = path.join(folder, 'uses.ts');
  writeFileSync(file, uses);
  expect(compileErrors([file])).toStrictEqual([]);
  expect(readFileSync(path.join(folder, 'client-types.ts'), 'utf8')).not.toContain('BookInput');
});

it('says nothing of defaults with --no-defaults', async () => {
  const files = await generateFor(readProjectDocument(spec), folder, { 'no-defaults': true });
  expect(files.get('operations.ts')).not.toContain('WithDefaults');
  expect(files.get('types.ts')).not.toContain('BookInput');
  expect(files.get('contract.ts')).not.toContain('"default');
});
