import type Ajv from 'ajv/dist/2020';
import type { CodeKeywordDefinition } from 'ajv';

/**
 * All imports of Ajv's private modules, and all of Ajv's keywords that are replaced. Any release may change either, so
 * package.json pins one version of ajv, and no other file imports these modules.
 */

export { compileSchema, SchemaEnv } from 'ajv/dist/compile';
export { getProperty, not, or, strConcat } from 'ajv/dist/compile/codegen';
export { _Code } from 'ajv/dist/compile/codegen/code';
export type { ValueScopeName } from 'ajv/dist/compile/codegen/scope';
export { default as names } from 'ajv/dist/compile/names';
export { inlineRef } from 'ajv/dist/compile/resolve';
export { Type } from 'ajv/dist/compile/util';
export type { SubschemaArgs } from 'ajv/dist/compile/validate/subschema';
export { default as anyOf } from 'ajv/dist/vocabularies/applicator/anyOf';
export { default as oneOf } from 'ajv/dist/vocabularies/applicator/oneOf';
export { getValidate } from 'ajv/dist/vocabularies/core/ref';

interface ReplacedKeyword {
  /** The behaviour of Ajv. */
  readonly upstream: string;
  /** The replacement, or its file. */
  readonly instead: string;
  /** A JSON-Schema-Test-Suite case (file, group, test) that Ajv fails because of it. */
  readonly suite?: readonly [file: string, group: string, test: string];
}

const NAMES_OF_OBJECTS = 'properties whose names are Javascript object property names';
const DOUBLES = 'compares doubles, which integers beyond 2^53 share';

export const REPLACED_KEYWORDS = {
  $dynamicRef: {
    upstream: 'takes the outermost schema for any reference, also one out of scope or by a URI',
    instead: 'schemas/normalize-schemas.ts',
    suite: [
      'dynamicRef.json',
      'A $dynamicRef without anchor in fragment behaves identical to $ref',
      'An array of numbers is valid',
    ],
  },
  $ref: {
    upstream: 'overflows the stack where an $id beside it changes what it is relative to',
    instead: 'keyword-code.ts',
    suite: ['ref.json', 'refs with relative uris and defs', 'valid on both fields'],
  },
  anyOf: { upstream: 'tells of every alternative', instead: 'discriminator-code.ts' },
  const: { upstream: DOUBLES, instead: 'exact-keywords.ts' },
  enum: {
    upstream: `refuses an empty list, and ${DOUBLES}`,
    instead: 'exact-keywords.ts',
    suite: ['enum.json', 'empty enum', 'string is invalid'],
  },
  format: { upstream: DOUBLES, instead: 'exact-keywords.ts' },
  maximum: { upstream: DOUBLES, instead: 'exact-keywords.ts' },
  minimum: { upstream: DOUBLES, instead: 'exact-keywords.ts' },
  exclusiveMaximum: { upstream: DOUBLES, instead: 'exact-keywords.ts' },
  exclusiveMinimum: { upstream: DOUBLES, instead: 'exact-keywords.ts' },
  multipleOf: { upstream: 'divides doubles', instead: 'exact-keywords.ts' },
  oneOf: { upstream: 'tells of every alternative', instead: 'discriminator-code.ts' },
  properties: {
    upstream: 'takes inherited names for properties of the value, and skips "__proto__"',
    instead: 'the option ownProperties, and validation-schema.ts',
    suite: ['properties.json', NAMES_OF_OBJECTS, 'none of the properties mentioned'],
  },
  required: {
    upstream: 'takes inherited names for properties of the value',
    instead: 'the option ownProperties',
    suite: ['required.json', `required ${NAMES_OF_OBJECTS}`, 'none of the properties mentioned'],
  },
  type: {
    upstream: 'takes a fraction for an integer that a double rounds to one',
    instead: 'exact-keywords.ts',
  },
  unevaluatedItems: {
    upstream: 'loses items that contains finds, and what depends on a condition',
    instead: 'unevaluated-code.ts',
    suite: [
      'unevaluatedItems.json',
      'unevaluatedItems depends on adjacent contains',
      'contains passes, second item is not evaluated',
    ],
  },
  unevaluatedProperties: {
    upstream: 'loses what depends on a condition',
    instead: 'unevaluated-code.ts',
    suite: [
      'unevaluatedProperties.json',
      'unevaluatedProperties with if/then/else, then not defined',
      'when if is true and has no unevaluated properties',
    ],
  },
  uniqueItems: {
    upstream: `compares each item with each other, and ${DOUBLES}`,
    instead: 'keyword-code.ts',
  },
} as const satisfies Readonly<Record<string, ReplacedKeyword>>;

export function replaceKeyword(
  ajv: Ajv,
  definition: CodeKeywordDefinition & { readonly keyword: keyof typeof REPLACED_KEYWORDS },
): void {
  ajv.removeKeyword(definition.keyword);
  ajv.addKeyword(definition);
}

type WriteCode = CodeKeywordDefinition['code'];

/** Wraps the code generator of a keyword of Ajv, keeping its place among the others. */
export function wrapKeyword(ajv: Ajv, keyword: string, wrap: (code: WriteCode) => WriteCode): void {
  const group = ajv.RULES.rules.map(({ rules }) => rules.map((rule) => rule.keyword));
  const order = group.find((keywords) => keywords.includes(keyword)) ?? [];
  const before = order[order.indexOf(keyword) + 1];
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    ...definition,
    keyword,
    code: wrap(definition.code),
    ...(before !== undefined && { before }),
  });
}
