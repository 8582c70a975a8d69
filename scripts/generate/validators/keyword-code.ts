import type Ajv from 'ajv/dist/2020';
import { _, stringify, type CodeGen, type KeywordCxt, type Name } from 'ajv';
import * as runtime from '../../../src/contract/schema/validator-runtime';
import type { SchemaFunctions } from './schema-functions';

/** The keywords whose compiled code calls src/contract/schema/validator-runtime.ts. */

/** That module, as it is named in the code. */
export const VALIDATOR_RUNTIME_MODULE = '#validator-runtime';

/** A function of the module, for the code that a keyword makes. */
export function runtimeFunction(gen: CodeGen, fn: keyof typeof runtime): Name {
  return gen.scopeValue('func', {
    key: fn,
    ref: runtime[fn],
    code: _`require(${VALIDATOR_RUNTIME_MODULE})[${fn}]`,
  });
}

/** A keyword that looks at the numbers of the text, and the function that decides on it. */
interface ExactKeyword {
  readonly keyword: string;
  readonly fn: keyof typeof runtime;
  /** The values that it applies to; all without it. */
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

/** Adds the keywords of exact-keywords.ts. */
export function addExactKeywords(ajv: Ajv): void {
  // Ajv's own compares all items with each other.
  ajv.removeKeyword('uniqueItems');
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

/** Makes references go to the functions of schemas. */
export function addReferences(ajv: Ajv, functions: SchemaFunctions): void {
  ajv.removeKeyword('$ref');
  ajv.addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    code(cxt: KeywordCxt) {
      const target = functions.target(cxt.schema as string, cxt.it.schemaEnv.root);
      if (target === undefined) throw new Error(`"${String(cxt.schema)}" refers to nothing`);
      cxt.ok(functions.check(cxt, target));
    },
  });
}
