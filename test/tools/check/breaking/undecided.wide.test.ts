import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../../src/tools/check/command';
import type { JsonObject } from '../../../../src/tools/document';
import { runInFolder } from '../../../support/run-in-process';
import { temporaryFolder } from '../../../support/temporary-folder';

/** What could not be decided is a line with both schemas, and what each says. */

const folder = temporaryFolder();

function documentOf(schema: JsonObject, schemas: JsonObject): string {
  const content = { 'application/json': { schema } };
  const responses = { 204: { description: 'Kept' } };
  const paths = { '/a': { put: { operationId: 'put', requestBody: { content }, responses } } };
  const info = { title: 'Undecided', version: '1.0.0' };
  return JSON.stringify({ openapi: '3.1.0', info, paths, components: { schemas } });
}

const BODY = '/paths/~1a/put/requestBody/content/application~1json/schema';
const REFERS = { $ref: '#/components/schemas/A' };
const list = (format: string): JsonObject => ({ type: 'array', items: { type: 'string', format } });
const both = (...words: string[]): string =>
  `^${words.map((word) => `(?=.*${word})`).join('')}.{30,}$`;
const conditional = (format: string): JsonObject => ({ if: { format }, then: { maxLength: 3 } });

/** Schemas of the base and the revision with their components, the keyword, and what is said of both. */
const ROWS: readonly (readonly [
  keyword: string,
  base: readonly [JsonObject, JsonObject?],
  revision: readonly [JsonObject, JsonObject?],
  said: string,
])[] = [
  [
    'format',
    [{ type: 'string', format: 'phone' }],
    [{ type: 'string', format: 'fax' }],
    `{"format":"phone"} at ${BODY} of the base, {"format":"fax"} at ${BODY}`,
  ],
  [
    'format',
    [list('phone')],
    [list('fax')],
    `{"format":"phone"} at ${BODY}/items of the base, {"format":"fax"} at ${BODY}/items`,
  ],
  [
    'format',
    [{ type: 'string', format: 'phone' }],
    [REFERS, { A: { type: 'string', format: 'fax' } }],
    `{"format":"phone"} at ${BODY} of the base, {"format":"fax"} at /components/schemas/A`,
  ],
  [
    'format',
    [{ allOf: [REFERS], maxLength: 5 }, { A: { type: 'string', format: 'phone' } }],
    [{ allOf: [REFERS], maxLength: 5 }, { A: { type: 'string', format: 'fax' } }],
    `{"format":"phone"} at /components/schemas/A of the base, {"format":"fax"} at /components/schemas/A`,
  ],
  [
    'format',
    [{ allOf: [{ type: 'string' }] }],
    [{ allOf: [{ type: 'string' }, { format: 'phone' }] }],
    `nothing at ${BODY} of the base, {"format":"phone"} at ${BODY}/allOf/1`,
  ],
  [
    'format',
    [{ unevaluatedProperties: { format: 'phone' } }],
    [{ unevaluatedProperties: { format: 'fax' } }],
    `{"format":"phone"} at ${BODY}/unevaluatedProperties of the base, {"format":"fax"} at ${BODY}/unevaluatedProperties`,
  ],
  [
    'pattern',
    [{ type: 'string', pattern: both('a', 'b') }],
    [{ type: 'string', pattern: both('b', 'a') }],
    `{"pattern":"^(?=.*a)(?=.*b).{30,}$"} at ${BODY} of the base, {"pattern":"^(?=.*b)(?=.*a).{30,}$"} at ${BODY}`,
  ],
  [
    'not',
    [{ not: { format: 'phone' } }],
    [{ not: { format: 'fax' } }],
    `{"not":{"format":"phone"}} at ${BODY} of the base, {"not":{"format":"fax"}} at ${BODY}`,
  ],
  [
    'if',
    [conditional('phone')],
    [conditional('fax')],
    `{"if":{"format":"phone"}} at ${BODY} of the base, {"if":{"format":"fax"}} at ${BODY}`,
  ],
];

it.each(ROWS)('"%s" of %j and %j', async (keyword, base, revision, said) => {
  for (const [name, [schema, schemas = {}]] of [
    ['base', base],
    ['openapi', revision],
  ] as const) {
    writeFileSync(path.join(folder, `${name}.json`), documentOf(schema, schemas));
  }
  const given = ['--only', 'breaking', '--base', 'base.json'];
  const { code, stdout } = await runInFolder(folder, check, given);
  const lines = stdout.split('\n').filter((line) => line.includes('undecided'));
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      `      undecided  PUT /a     the request body says something else by "${keyword}", and it could not be decided whether clients are affected: ${said}`,
    ],
  });
});
