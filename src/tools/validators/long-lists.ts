import { _, type KeywordCxt } from 'ajv';
import { addErrors, callWith, type SchemaFunctions } from './schema-functions';

/** Ajv nests the checks of alternatives; above this number they are split into parts, each a function. */
const LONG = 200;

/** Compiles a long `anyOf` or `oneOf`; each part reports whether none, one or more of its alternatives fit. */
export function checkAlternatives(cxt: KeywordCxt, functions: SchemaFunctions): void {
  const { gen, keyword } = cxt;
  const parts = slices(cxt.schema as unknown[]).map((part) => ({ [keyword]: part }));
  const call = callWith(cxt, 'faultsOfAlternatives', keyword, functions.list(cxt, parts));
  const faults = gen.const('faults', call);
  gen.if(_`${faults} !== null`, () => {
    addErrors(cxt, faults);
  });
  cxt.ok(_`${faults} === null`);
}

export function isLong(alternatives: readonly unknown[]): boolean {
  return alternatives.length > LONG;
}

function slices<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / LONG);
  return Array.from({ length: count }, (_, index) => items.slice(index * LONG, (index + 1) * LONG));
}
