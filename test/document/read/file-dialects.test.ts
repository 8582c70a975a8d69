import path from 'node:path';
import { readDocument } from '../../../src/document/read/read-document';
import { withDocument } from '../../support/serve-document';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';

/**
 * The dialect of a schema in another file is that of the file.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.1
 */

const within = temporaryFolder();

type Files = Readonly<Record<string, string>>;

const draft07 = JSON.stringify({
  $schema: 'http://json-schema.org/draft-07/schema#',
  definitions: {
    A: {
      type: 'object',
      properties: {
        t: { items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false },
      },
      dependencies: { t: ['u'] },
    },
    B: { $ref: '#/definitions/A', required: ['nobody'] },
    C: { properties: { a: { $ref: '#/definitions/A' } } },
  },
});
const METASCHEMA = 'https://json-schema.org/draft/2020-12/schema';
const dates = (uri: string): string =>
  `{ "$schema": "${uri}", "$defs": { "D": { "properties": { "on": { "format": "date" } } } } }`;

/** The statuses of requests with each body, whose schema is the reference. */
async function statuses(
  $ref: string,
  files: Files,
  bodies: readonly unknown[],
): Promise<unknown[]> {
  const schema = JSON.stringify({ $ref });
  const entry = `openapi: 3.1.0
info: { title: Dialects, version: 1.0.0 }
paths: { /: { post: { operationId: take, requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { 204: { description: Taken } } } } }
`;
  const folder = writeFiles(within, { 'openapi.yaml': entry, ...files });
  const { document, faults } = readDocument(path.join(folder, 'openapi.yaml'), 'openapi.yaml');
  if (faults.length > 0) return faults.map(({ message }) => message);
  const handlers = { take: () => Promise.resolve({ status: 204 }) };
  return withDocument(JSON.stringify(document), handlers, {}, ({ url }) => {
    const headers = { 'content-type': 'application/json' };
    const send = async (body: unknown): Promise<number> =>
      (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    return Promise.all(bodies.map(send));
  });
}

const tuples = [{ t: ['a', 1], u: 1 }, { t: ['a', 1, 2], u: 1 }, { t: ['a'] }, { t: [1], u: 1 }];

it.each<[string, { ref: string; files: Files; given?: readonly unknown[]; want: unknown[] }]>([
  ['', { ref: 'a.json#/definitions/A', files: {}, want: [204, 400, 400, 400] }],
  [
    'through a second file',
    {
      ref: 'b.yaml#/S',
      files: { 'b.yaml': "S: { $ref: 'a.json#/definitions/A' }" },
      want: [204, 400, 400, 400],
    },
  ],
  [
    'with siblings of $ref',
    { ref: 'a.json#/definitions/B', files: {}, want: [204, 400, 400, 400] },
  ],
  [
    'from a neighbour in the file',
    {
      ref: 'a.json#/definitions/C',
      files: {},
      given: tuples.map((a) => ({ a })),
      want: [204, 400, 400, 400],
    },
  ],
])('a reference into a file of draft 07 %s', async (_, { ref, files, given = tuples, want }) => {
  expect(await statuses(ref, { 'a.json': draft07, ...files }, given)).toStrictEqual(want);
});

it.each([
  ['of JSON Schema, to which formats are annotations', METASCHEMA, 204],
  ['of OpenAPI', 'https://spec.openapis.org/oas/3.1/dialect/base', 400],
  ['that editors use', './editors.json', 400],
])('a reference into a file with the $schema %s', async (_, uri, want) => {
  const given = [{ on: 'today' }, { on: '2026-11-26' }];
  expect(await statuses('d.json#/$defs/D', { 'd.json': dates(uri) }, given)).toStrictEqual([
    want,
    204,
  ]);
});

it.each([METASCHEMA, `${METASCHEMA}#`])('the metaschema needs no file: %s', async (ref) => {
  const files = { 's.yaml': `$defs: { S: { $ref: '${ref}' } }` };
  const given = [{ type: 'string' }, { type: 'text' }, { items: { minimum: 'x' } }, true];
  const want = [204, 400, 400, 204];
  expect(await statuses(ref, {}, given)).toStrictEqual(want);
  expect(await statuses('s.yaml#/$defs/S', files, given)).toStrictEqual(want);
});
