import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The files that name a keyword of JSON Schema, by hand. Each is one more to know for somebody who adds a keyword or
 * changes what one means; what a keyword is stands in src/tools/document/schemas/keywords.ts.
 */

const SOURCES = path.join(__dirname, '..', '..', 'src');

const MOST_FILES = 22;

/** The most names in all files of a room, and none in other rooms. */
const MOST_NAMES: Readonly<Record<string, number>> = {
  'runtime/contract': 16,
  'runtime/express': 1,
  'runtime/management': 1,
  'tools/check': 19,
  'tools/conformance': 2,
  'tools/document': 35,
  'tools/generate': 46,
  'tools/judge': 9,
  'tools/samples': 44,
  'tools/schema': 51,
  'tools/validators': 23,
};

/** Keywords that are hardly words of anything else. */
const KEYWORDS = [
  ...['additionalProperties', 'discriminator', 'patternProperties', 'prefixItems', 'contains'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'propertyNames', 'dependentRequired'],
  ...['dependentSchemas', 'minContains', 'uniqueItems', 'multipleOf', 'exclusiveMinimum'],
  ...['minLength', 'minItems', 'minProperties', 'contentEncoding', 'contentMediaType'],
];

const texts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\/(?:dist|official|node_modules)\//.test(file))
  .map((file) => [file, readFileSync(path.join(SOURCES, file), 'utf8')] as const);

const naming = KEYWORDS.map((keyword) => {
  const name = new RegExp(String.raw`['".]${keyword}\b|\b${keyword}:`);
  return { keyword, files: texts.filter(([, text]) => name.test(text)).map(([file]) => file) };
});

it.each(naming)('$keyword is named in few files', ({ files }) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
});

it('names keywords in each room at most as often as before', () => {
  const rooms = naming.flatMap(({ files }) => files.map((file) => /^[^/]*\/[^/]*/.exec(file)?.[0]));
  const more = [...new Set(rooms)].flatMap((room = '') => {
    const count = rooms.filter((each) => each === room).length;
    return count > (MOST_NAMES[room] ?? 0) ? [`${room}: ${count}`] : [];
  });
  expect(more).toEqual([]);
});
