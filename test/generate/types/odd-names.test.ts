import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '../../../src/contract/json/parse-json';
import { decodeJson } from '../../../src/contract/schema/decode-json';
import { validateJson, validatorOf } from '../../../src/contract/schema/validation';
import { generate } from '../../../src/generate/command';
import { loadContract } from '../../../src/generate/in-memory';
import { compileErrors } from '../../support/compile';
import { runInProcess } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

/** What every object or function has, which tables kept in plain objects seem to hold. */
const INHERITED = [
  ...new Set([
    ...Object.getOwnPropertyNames(Object.prototype),
    ...Object.getOwnPropertyNames(Function.prototype),
  ]),
];

/** What the language or the compiler takes for itself, somewhere, and what generated modules declare. */
const WORDS = (
  'abstract any as asserts async await bigint boolean break case class const continue declare default ' +
  'delete enum eval export extends false function get global globalThis import in infer interface ' +
  'intrinsic is keyof let module namespace never new null number object of package readonly require ' +
  'return static string super symbol this throw true type typeof undefined unique unknown var void ' +
  'while with yield Array Date Error Function Map NonNullable Object Promise Record String exports ' +
  'AsyncIterable components handlers operations paths webhooks $defs $0 $1 key __esModule'
).split(' ');

/** What pointers, references, comments, strings and templates take for more than text. */
const MARKS = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'a/b',
  'a_b',
  'a.b',
  'a-b',
  'a~b',
  '~1',
  '%41',
  '%',
  '#',
  '#/components/schemas/A',
  '*/',
  '//',
  '@ts-ignore',
  '`${1}`',
  '"\'\\',
  '\n',
  '\u2028',
  'größe',
  '\u{1F33F}',
  '$ref',
];

const NAMES = [...INHERITED, ...WORDS, ...MARKS];
/** Names that components may have, by the standard. */
const COMPONENTS = NAMES.filter((name) => /^[\w.-]+$/.test(name));
const TOKENS = COMPONENTS.filter((name) => !name.includes('.'));

function named<T>(names: readonly string[], make: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

const properties = {
  type: 'object',
  properties: named(NAMES, () => ({ type: 'string' })),
  required: NAMES,
};
const json = { 'application/json': { schema: properties } };
const schemaOf = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
/** Not all names each, which would be their square. */
const jsonOf = (name: string): object => ({ 'application/json': { schema: schemaOf(name) } });

function operation(operationId: string): object {
  return { operationId, responses: { 204: { description: operationId } } };
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Names', version: '1' },
  paths: {
    ...Object.fromEntries(
      NAMES.filter((name) => name !== '').map((name, index) => [
        `/${index}`,
        { get: operation(name) },
      ]),
    ),
    '/all': {
      post: {
        operationId: 'all',
        security: TOKENS.map((name) => ({ [name]: [] })),
        parameters: [
          ...NAMES.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
          ...TOKENS.map((name) => ({ name, in: 'header', schema: { type: 'integer' } })),
          ...TOKENS.map((name) => ({ name, in: 'cookie', schema: { type: 'boolean' } })),
        ],
        requestBody: {
          required: true,
          content: {
            ...json,
            'application/x-www-form-urlencoded': { schema: properties },
            ...Object.fromEntries(
              COMPONENTS.map((name) => [`application/${name}+json`, { schema: schemaOf(name) }]),
            ),
          },
        },
        responses: {
          200: {
            description: 'All',
            headers: named(TOKENS, () => ({ schema: { type: 'string' } })),
            content: json,
          },
        },
      },
    },
  },
  components: {
    schemas: named(COMPONENTS, (name) => ({
      type: 'object',
      properties: { [name]: { type: 'integer', format: 'int64' } },
      required: [name],
    })),
    securitySchemes: named(TOKENS, () => ({ type: 'http', scheme: 'bearer' })),
    responses: named(COMPONENTS, (name) => ({ description: '', content: jsonOf(name) })),
    headers: named(COMPONENTS, () => ({ schema: { type: 'string' } })),
    requestBodies: named(COMPONENTS, (name) => ({ content: jsonOf(name) })),
    parameters: named(COMPONENTS, (name) => ({ name, in: 'query', schema: { type: 'string' } })),
  },
};

/** An object literal whose members are named as such. */
const literal = (value: string): string =>
  `{ ${NAMES.map((name) => `[${JSON.stringify(name)}]: ${value}`).join(', ')} }`;

const uses = `
import type { Operations } from './operations';
import type { components } from './types';
type Body = Extract<Operations['all']['input'], { mediaType: 'application/json' }>['body'];
export const body: Body = ${literal("''")};
// @ts-expect-error each of them is a string
export const wrong = (value: Body): number => value.constructor;
export const ids: Record<keyof Operations, true> = { all: true, ${NAMES.filter(
  (name) => name !== '',
)
  .map((name) => `[${JSON.stringify(name)}]: true`)
  .join(', ')} };
export const schemas: [${COMPONENTS.map((name) => `components['schemas'][${JSON.stringify(name)}]`).join(', ')}] =
  [${COMPONENTS.map((name) => `{ [${JSON.stringify(name)}]: 1n }`).join(', ')}];
`;

describe('generated code, whatever its names are', () => {
  const folder = temporaryFolder();

  it('compiles under strict', async () => {
    const spec = path.join(folder, 'names.json');
    writeFileSync(spec, JSON.stringify(document));
    const result = await runInProcess(generate, ['--spec', spec, '--out', folder]);
    expect(result).toMatchObject({ code: 0 });
    writeFileSync(path.join(folder, 'uses.ts'), uses);
    const files = ['uses.ts', 'contract.ts', 'client-types.ts', 'validators.ts'];
    const errors = compileErrors(files.map((file) => path.join(folder, file)));
    // The contract layer is compiled with the types of Node where it is used.
    const own = /^(?:uses|contract|operations|types|client-types)\.ts:/;
    expect(errors.filter((error) => own.test(error))).toStrictEqual([]);
  });

  it.each(['types.ts', 'client-types.ts'])('has a type for each schema in %s', (file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const [, members = ''] = /^ {4}schemas: \{\n(.*?)^ {4}\};/ms.exec(text) ?? [];
    const schemas = [...members.matchAll(/^ +(?:"(.*)"|(.*)): (\S+);$/gm)];
    expect(schemas.map(([, quoted, name]) => quoted ?? name)).toStrictEqual(
      Object.keys(named(COMPONENTS, () => 0)),
    );
    const names = schemas.map(([, , , type]) => type!);
    expect(new Set(names).size).toBe(COMPONENTS.length);
    const declared = [...text.matchAll(/^export type (\S+) = \{$/gm)].map(([, type]) => type);
    expect(declared).toStrictEqual(names);
    const kept = names.filter((name, index) => name === (schemas[index]![1] ?? schemas[index]![2]));
    expect(kept).toEqual(expect.arrayContaining(['constructor', 'Error', 'Date', 'type', 'a_b']));
    expect(kept).not.toContain('Record');
  });

  it('keeps the values of all names', () => {
    const { contract, validators } = loadContract(document);
    const all = contract.operations.find(({ operationId }) => operationId === 'all')!;
    const media = all.requestBody!.content['application/json']!;
    if (media.kind !== 'json') throw new Error(media.kind);
    const validator = validatorOf(validators, media.validator);
    const value = named(NAMES, (name) => name);
    const parsed = parseJson(Buffer.from(JSON.stringify(value)));
    if ('fault' in parsed) throw new Error(parsed.fault);
    expect(validateJson(validator, parsed)).toBeUndefined();
    expect(decodeJson({ contract, validators }, media.projection, parsed)).toStrictEqual(value);
    // Of several names that are required, Ajv does not miss the empty one.
    for (const missing of NAMES.filter((name) => name !== '')) {
      const rest = Object.entries(value).filter(([name]) => name !== missing);
      const less = parseJson(Buffer.from(JSON.stringify(Object.fromEntries(rest))));
      if ('fault' in less) throw new Error(less.fault);
      expect(validateJson(validator, less)).toBeDefined();
    }
  });
});
