import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Hyperjump from '@hyperjump/json-schema/draft-2020-12';
import { stringifyJson } from '../../../../../src/contract';
import { loadModule } from '../../../../../scripts/conformance/judge/load-module';
import { findSuite } from '../../../../../scripts/fetch-suites/suites';
import { loadContract } from '../../../../../scripts/generate/in-memory';
import type { SchemaDocuments } from '../../../../../scripts/generate/schemas/schema-resources';
import { coverageValues } from '../../../../../scripts/generate/values/coverage/coverage-values';

/**
 * Coverage values of the schemas of JSON-Schema-Test-Suite, draft 2020-12, that have instances: a second
 * validator, which gets the schemas as the suite has them, finds valid what is said to be valid, and
 * invalid what is said to break a keyword.
 */

const SUITE = findSuite('json-schema-suite');
/** Where the suite's references look for its folder `remotes`. */
const REMOTES = 'http://localhost:1234/';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Of each schema. The last ones are those that take long to find. */
const MAX_VALUES = 24;

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly valid: boolean }[];
}

(SUITE === undefined ? describe.skip : describe)(
  SUITE === undefined
    ? 'coverage values of the JSON Schema suite, which is not here (npm run fetch-suites fetches it),'
    : 'coverage values of the JSON Schema suite',
  () => {
    it('are what they are said to be, by a second validator', async () => {
      const judge = await secondValidator();
      const counts = { schemas: 0, valid: 0, broken: 0 };
      const wrong: string[] = [];
      for (const file of files('tests').filter(isRequiredOrFormat)) {
        const isFormat = file.includes('/');
        const groups = (read(join('tests', file)) as Group[]).filter(
          ({ schema, tests }) => tests.some(({ valid }) => valid) && !isLeftOut(schema),
        );
        const schemas = groups.map(({ schema }, index) =>
          identified(schema, `${file}/${index}`, isFormat),
        );
        const loaded = load(schemas);
        for (const [index, { description }] of groups.entries()) {
          const given = schemas[index];
          const accepts = await judge(given, isFormat);
          counts.schemas++;
          let left = MAX_VALUES;
          const values = coverageValues(loaded, `/components/schemas/S${index}`, 'request');
          for (const { value, valid, ...each } of values) {
            if (left-- === 0) break;
            counts[valid ? 'valid' : 'broken']++;
            if (accepts(value) === valid) continue;
            wrong.push(`${description}: ${stringifyJson(value)} ${each.description}`);
          }
        }
      }
      process.stdout.write(`Coverage values: ${JSON.stringify(counts)}, ${wrong.length} wrong\n`);
      expect(wrong).toEqual([]);
      expect(counts.schemas).toBeGreaterThan(350);
      expect(Math.min(counts.valid, counts.broken)).toBeGreaterThan(1500);
    });
  },
);

const documents: SchemaDocuments = new Map(
  files('remotes').map((file) => [REMOTES + file, read(join('remotes', file))]),
);

function load(schemas: readonly unknown[]) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Suite', version: '1' },
    paths: {},
    components: {
      schemas: Object.fromEntries(schemas.map((schema, index) => [`S${index}`, schema])),
    },
  };
  return loadContract(document, { documents, lazy: true });
}

type Accepts = (value: unknown) => boolean;

async function secondValidator(): Promise<
  (schema: unknown, isFormat: boolean) => Promise<Accepts>
> {
  const { exports, parse } = await loadModule('@hyperjump/json-schema/draft-2020-12');
  await loadModule('@hyperjump/json-schema/formats');
  const { registerSchema, setShouldValidateFormat, validate } = exports as typeof Hyperjump;
  const own = (value: unknown) => parse(stringifyJson(value)) as Hyperjump.SchemaObject;
  for (const [uri, schema] of documents) {
    // Those of other drafts name a dialect that is not loaded, and nothing here refers to them.
    if (/^http:\/\/localhost:1234\/(?:draft2020-12|[^/]+$)/.test(uri))
      registerSchema(own(schema), uri, DIALECT);
  }
  let number = 0;
  return async (schema, isFormat) => {
    const uri = `https://judge.example/${number++}`;
    setShouldValidateFormat(isFormat);
    registerSchema(own(schema), uri, DIALECT);
    const validator = await validate(uri);
    return (value) => validator(own(value)).valid;
  };
}

function isRequiredOrFormat(file: string): boolean {
  return !file.includes('/') || file.startsWith('optional/format/');
}

/** The second validator takes no schema from a file; values of the metaschema take as long as all others. */
function isLeftOut(schema: unknown): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"file:') || text.includes(`"$ref":"${DIALECT}"`);
}

/**
 * Each schema of the suite is a document; within one, `#` must go on to mean the schema.
 *
 * @param isFormat formats are to be enforced, which a schema that names its dialect leaves
 */
function identified(schema: unknown, path: string, isFormat: boolean): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $schema, ...rest } = schema as Record<string, unknown>;
  const named = $schema === undefined || isFormat ? rest : { $schema, ...rest };
  return '$id' in named ? named : { $id: `https://suite.example/${path}`, ...named };
}

function files(folder: string): string[] {
  if (SUITE === undefined) return [];
  return readdirSync(join(SUITE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(SUITE ?? '', file), 'utf8'));
}
