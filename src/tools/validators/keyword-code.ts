import type Ajv from 'ajv/dist/2020';
import { _, stringify, type KeywordCxt } from 'ajv';
import type * as runtime from 'openapi-trellis/contract/runtime';
import { replaceKeyword, type REPLACED_KEYWORDS } from './ajv-internals';
import { runtimeFunction, type SchemaFunctions } from './schema-functions';

/** A keyword that needs exact numbers, and the runtime function that checks it. */
interface ExactKeyword {
  readonly keyword: string;
  readonly fn: keyof typeof runtime;
  /** The type it applies to; any if absent. */
  readonly type?: 'number' | 'array';
}

const EXACT_KEYWORDS: readonly ExactKeyword[] = [
  { keyword: 'int64', fn: 'isInt64', type: 'number' },
  { keyword: 'exactInteger', fn: 'isExactInteger', type: 'number' },
  { keyword: 'integerFormat', fn: 'isIntegerWithin', type: 'number' },
  { keyword: 'wholeNumber', fn: 'isWholeNumber', type: 'number' },
  { keyword: 'exactLimits', fn: 'isWithinLimits', type: 'number' },
  { keyword: 'exactConst', fn: 'isOneOf' },
  { keyword: 'exactEnum', fn: 'isOneOf' },
  { keyword: 'uniqueItems', fn: 'hasUniqueItems', type: 'array' },
];

/** Adds the keywords of exact-keywords.ts, and `uniqueItems`. */
export function addExactKeywords(ajv: Ajv): void {
  ajv.removeKeyword('uniqueItems' satisfies keyof typeof REPLACED_KEYWORDS);
  for (const { keyword, fn, type } of EXACT_KEYWORDS) {
    ajv.addKeyword({
      keyword,
      ...(type !== undefined && { type }),
      code(cxt: KeywordCxt) {
        const { gen, data, it } = cxt;
        const operand: unknown = cxt.schema;
        if (operand === false) return;
        const args = _`this, ${data}, ${it.parentData}, ${it.parentDataProperty}`;
        const call = operand === true ? args : _`${args}, ${stringify(operand)}`;
        cxt.fail(_`!${runtimeFunction(gen, fn)}.call(${call})`);
      },
      error: { message: '', params: ({ schema }) => _`{limits: ${stringify(schema)}}` },
    });
  }
}

/** Compiles `$ref` to a call of the target's function. */
export function addReferences(ajv: Ajv, functions: SchemaFunctions): void {
  replaceKeyword(ajv, {
    keyword: '$ref',
    schemaType: 'string',
    code(cxt: KeywordCxt) {
      const target = functions.target(cxt.schema as string, cxt.it.schemaEnv.root);
      if (target === undefined) throw new Error(`"${String(cxt.schema)}" refers to nothing`);
      cxt.ok(functions.check(cxt, target));
    },
  });
}
