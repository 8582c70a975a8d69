import * as hyperjump from '@hyperjump/json-schema/draft-2020-12';
import '@hyperjump/json-schema/formats';
import { quietly } from '../../src/tools/judge/second-validator';
import { stringifyJson } from '../../src/runtime/contract';
import { loadContract } from '../../src/tools/generate/in-memory';
import type { LoadedContract } from '../../src/tools/validators/validators';
import { type SuiteCase, suiteDocuments, suiteFiles, suiteGroups } from './suite-files';

/** The schemas of JSON-Schema-Test-Suite, draft 2020-12, with valid instances, and a second validator for them. */

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** A schema of the suite. */
export interface SuiteSchema {
  readonly description: string;
  /** A document with all schemas of a file. */
  readonly loaded: LoadedContract;
  /** JSON Pointer of the schema in it. */
  readonly pointer: string;
  readonly cases: readonly SuiteCase[];
  /** True for a value that is valid for the second validator. */
  readonly accepts: Accepts;
}

/** The schemas of the required tests and of the format tests. */
export async function* suiteSchemas(): AsyncGenerator<SuiteSchema> {
  const judge = await secondValidator();
  for (const file of suiteFiles().filter(isRequiredOrFormat)) {
    const isFormat = file.includes('/');
    const groups = suiteGroups(file).filter(
      ({ schema, tests }) => tests.some(({ valid }) => valid) && !isLeftOut(schema),
    );
    const schemas = groups.map(({ schema }, index) =>
      identified(schema, `${file}/${index}`, isFormat),
    );
    const loaded = load(schemas);
    for (const [index, { description, tests: cases }] of groups.entries()) {
      const accepts = await judge(schemas[index], isFormat);
      const pointer = `/components/schemas/S${index}`;
      yield { description: `${file}: ${description}`, loaded, pointer, cases, accepts };
    }
  }
}

const documents = suiteDocuments();

function load(schemas: readonly unknown[]): LoadedContract {
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
  const own = (value: unknown) => JSON.parse(stringifyJson(value)) as hyperjump.SchemaObject;
  // Its registry is that of the process, in which other tests run too.
  const register = (schema: unknown, uri: string): void => {
    if (hyperjump.hasSchema(uri)) hyperjump.unregisterSchema(uri);
    hyperjump.registerSchema(own(schema), uri, DIALECT);
  };
  for (const [uri, schema] of documents) {
    // Other drafts name a dialect that is not loaded; no schema here refers to them.
    if (/^http:\/\/localhost:1234\/(?:draft2020-12|[^/]+$)/.test(uri)) register(schema, uri);
  }
  let number = 0;
  return async (schema, isFormat) => {
    const uri = `https://judge.example/${number++}`;
    hyperjump.setShouldValidateFormat(isFormat);
    register(schema, uri);
    const validator = await hyperjump.validate(uri);
    return (value) => quietly(() => validator(own(value)).valid);
  };
}

function isRequiredOrFormat(file: string): boolean {
  return !file.includes('/') || file.startsWith('optional/format/');
}

/** The second validator loads no schema from a file; values of the metaschema take as long as all others. */
function isLeftOut(schema: unknown): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"file:') || text.includes(`"$ref":"${DIALECT}"`);
}

/**
 * Each schema of the suite is a document: within it, `#` must still refer to the schema.
 *
 * @param isFormat true to enforce formats, which a schema with a dialect would not
 */
function identified(schema: unknown, path: string, isFormat: boolean): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $schema, ...rest } = schema as Record<string, unknown>;
  const named = $schema === undefined || isFormat ? rest : { $schema, ...rest };
  return '$id' in named ? named : { $id: `https://suite.example/${path}`, ...named };
}
