import type Ajv from 'ajv/dist/2020';
import { _, type KeywordCxt } from 'ajv';
import { memoize } from '../contract';
import { wrapKeyword, type WRAPPED_KEYWORDS } from './ajv-internals';
import { addErrors, callWith, type SchemaFunctions } from './schema-functions';

/**
 * Ajv nests the check of each property, part and alternative in that of the one before, and a few thousand
 * levels are more than can be compiled. Lists beyond this length are checked in parts, each a function of
 * its own. Ajv itself writes loops for `required` and `enum` from there on.
 */
const LONG = 200;

/** Compiles long lists of what all has to hold in parts. */
export function addLongLists(ajv: Ajv, functions: SchemaFunctions): void {
  const keywords: Record<keyof typeof WRAPPED_KEYWORDS, (schema: object) => unknown[]> = {
    allOf: partsOf,
    dependentRequired: partsOf,
    dependentSchemas: partsOf,
    patternProperties: partsOf,
    prefixItems: partsOfItems,
    properties: partsOf,
  };
  for (const keyword of Object.keys(keywords) as (keyof typeof keywords)[]) {
    const parts = memoize((schema: object) =>
      keywords[keyword](schema).map((part) => ({ [keyword]: part })),
    );
    wrapKeyword(ajv, keyword, (cxt, code) => {
      if (!isLong(cxt.schema)) code(cxt);
      else for (const part of parts(cxt.schema as object)) cxt.ok(functions.check(cxt, part));
    });
  }
}

/** Compiles a long `anyOf` or `oneOf`, each part of which says whether none, one or more of it fit. */
export function checkAlternatives(cxt: KeywordCxt, functions: SchemaFunctions): void {
  const { gen, keyword } = cxt;
  const parts = partsOf(cxt.schema as unknown[]).map((part) => ({ [keyword]: part }));
  const call = callWith(cxt, 'faultsOfAlternatives', keyword, functions.list(cxt, parts));
  const faults = gen.const('faults', call);
  gen.if(_`${faults} !== null`, () => {
    addErrors(cxt, faults);
  });
  cxt.ok(_`${faults} === null`);
}

export function isLong(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length > LONG;
}

function partsOf(schema: object): unknown[] {
  if (Array.isArray(schema)) return slices(schema);
  return slices(Object.entries(schema)).map((each) => Object.fromEntries(each));
}

/** The items before those of a part are left out, and the array has no such elements. */
function partsOfItems(schema: object): unknown[] {
  return slices(schema as unknown[]).map((part, index) => {
    const items: unknown[] = [];
    part.forEach((item, at) => (items[index * LONG + at] = item));
    return items;
  });
}

function slices<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / LONG);
  return Array.from({ length: count }, (_, index) => items.slice(index * LONG, (index + 1) * LONG));
}
