import type Ajv from 'ajv/dist/2020';
import { _, nil, stringify, type Code, type CodeGen, type KeywordCxt, type Name } from 'ajv';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile';
import { strConcat } from 'ajv/dist/compile/codegen';
import names from 'ajv/dist/compile/names';
import { Type } from 'ajv/dist/compile/util';
import reference, { getValidate } from 'ajv/dist/vocabularies/core/ref';
import * as runtime from '../../src/contract/validator-runtime';

/** The keywords whose compiled code calls src/contract/validator-runtime.ts. */

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

/** Makes references to larger schemas go through `checkOnce`. */
export function addReferences(ajv: Ajv): void {
  ajv.removeKeyword('$ref');
  ajv.addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    code(cxt: KeywordCxt) {
      const { root } = cxt.it.schemaEnv;
      const target = resolveRef.call(cxt.it.self, root, cxt.it.baseId, cxt.schema as string);
      if (!(target instanceof SchemaEnv)) {
        reference.code(cxt);
        return;
      }
      const validate = getValidate(cxt, target);
      const check = runtimeFunction(cxt.gen, 'checkOnce');
      const call = _`${check}.call(this, ${validate}, ${cxt.data}, ${placeOf(cxt)})`;
      cxt.result(call, undefined, () => {
        addErrors(cxt, _`${validate}.errors`);
      });
    },
  });
}

/** Where the value of a keyword stands, as validators take it. */
function placeOf({ gen, it }: KeywordCxt): Code {
  return gen.object(
    [names.instancePath, strConcat(names.instancePath, it.errorPath)],
    [names.parentData, it.parentData],
    [names.parentDataProperty, it.parentDataProperty],
    [names.rootData, names.rootData],
  );
}

function addErrors({ gen }: KeywordCxt, errors: Code): void {
  const { vErrors } = names;
  gen.assign(vErrors, _`${vErrors} === null ? ${errors} : ${vErrors}.concat(${errors})`);
  gen.assign(names.errors, _`${vErrors}.length`);
}

/** Lets a keyword's code test a value against a schema that stands elsewhere, without errors. */
export function fits(cxt: KeywordCxt, schema: unknown, item?: Name): Name {
  const valid = cxt.gen.name('fits');
  const topSchemaRef = cxt.gen.scopeValue('schema', {
    ref: schema,
    code: stringify(schema),
  });
  cxt.subschema(
    {
      schema: schema as object,
      schemaPath: nil,
      topSchemaRef,
      errSchemaPath: '',
      compositeRule: true,
      createErrors: false,
      allErrors: false,
      ...(item !== undefined && { dataProp: item, dataPropType: Type.Num }),
    },
    valid,
  );
  return valid;
}
