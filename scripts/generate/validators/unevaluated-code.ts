import type Ajv from 'ajv/dist/2020';
import { _, stringify, type KeywordCxt, type Name } from 'ajv';
import { not, replaceKeyword, Type } from './ajv-internals';
import { evaluationOf, type Evaluation, type Unevaluated } from './evaluation';
import { runtimeFunction } from './runtime-function';
import type { SchemaFunctions } from './schema-functions';

/**
 * Compiles `unevaluatedProperties` and `unevaluatedItems` by what the schemas that apply evaluate: Ajv's
 * own lose items that `contains` finds, and what depends on a condition.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-11
 */
export function addUnevaluatedKeywords(ajv: Ajv, functions: SchemaFunctions): void {
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems'] as const) {
    replaceKeyword(ajv, {
      keyword,
      type: keyword === 'unevaluatedItems' ? 'array' : 'object',
      schemaType: ['boolean', 'object'],
      trackErrors: true,
      code: (cxt: KeywordCxt) => {
        if (cxt.schema !== true) compile(cxt, keyword, functions);
      },
      error: {
        message: '',
        params: ({ params }) => _`{unevaluatedProperty: ${params.unevaluated ?? 0}}`,
      },
    });
  }
}

function compile(cxt: KeywordCxt, keyword: Unevaluated, functions: SchemaFunctions): void {
  const { root } = cxt.it.schemaEnv;
  const target = (reference: string): unknown => functions.target(reference, root);
  const evaluations = evaluationOf(target, cxt.parentSchema, keyword);
  if (keyword === 'unevaluatedItems') checkItems(cxt, evaluations, functions);
  else checkProperties(cxt, evaluations, functions);
}

function checkProperties(
  cxt: KeywordCxt,
  evaluations: readonly Evaluation[],
  functions: SchemaFunctions,
): void {
  const { gen, data } = cxt;
  const found = gen.const('evaluated', _`[]`);
  note(cxt, evaluations, functions, (evaluation) => {
    if (evaluation.kind !== 'properties') return;
    gen.code(_`${found}.push(${stringify(evaluation.properties)})`);
  });
  cxt.reset();
  const isUnevaluated = runtimeFunction(gen, 'isUnevaluatedProperty');
  const valid = gen.var('valid', true);
  gen.forIn('key', data, (key) => {
    gen.if(_`${isUnevaluated}(${found}, ${key})`, () => {
      checkUnevaluated(cxt, key, Type.Str, valid);
    });
  });
  cxt.ok(valid);
}

function checkItems(
  cxt: KeywordCxt,
  evaluations: readonly Evaluation[],
  functions: SchemaFunctions,
): void {
  const { gen, data } = cxt;
  const length = gen.const('length', _`${data}.length`);
  const before = gen.let('before', 0);
  const found = gen.const('found', _`new Set()`);
  note(cxt, evaluations, functions, (evaluation) => {
    if (evaluation.kind === 'items') {
      gen.assign(before, _`Math.max(${before}, ${evaluation.before ?? length})`);
    }
    if (evaluation.kind !== 'contains') return;
    gen.forRange('i', 0, length, (index) => {
      gen.if(functions.fits(cxt, evaluation.schema, index), () =>
        gen.code(_`${found}.add(${index})`),
      );
    });
  });
  cxt.reset();
  const valid = gen.var('valid', true);
  gen.forRange('i', before, length, (index) => {
    gen.if(_`!${found}.has(${index})`, () => {
      checkUnevaluated(cxt, index, Type.Num, valid);
    });
  });
  cxt.ok(valid);
}

/** Makes the code that goes through what is evaluated, with conditions as they turn out. */
function note(
  cxt: KeywordCxt,
  evaluations: readonly Evaluation[],
  functions: SchemaFunctions,
  leaf: (evaluation: Evaluation) => void,
): void {
  const { gen, data } = cxt;
  for (const evaluation of evaluations) {
    if (evaluation.kind === 'when') {
      gen.if(
        functions.fits(cxt, evaluation.schema),
        () => {
          note(cxt, evaluation.then, functions, leaf);
        },
        () => {
          note(cxt, evaluation.otherwise, functions, leaf);
        },
      );
    } else if (evaluation.kind === 'has') {
      gen.if(_`Object.hasOwn(${data}, ${evaluation.property})`, () => {
        note(cxt, evaluation.then, functions, leaf);
      });
    } else leaf(evaluation);
  }
}

/** Makes the code for one property or item that nothing evaluates, inside a loop. */
function checkUnevaluated(cxt: KeywordCxt, key: Name, type: Type, valid: Name): void {
  const { gen, keyword } = cxt;
  if (cxt.schema === false) {
    cxt.setParams({ unevaluated: key });
    gen.assign(valid, false);
    cxt.error();
    gen.break();
    return;
  }
  cxt.subschema({ keyword, dataProp: key, dataPropType: type }, valid);
  gen.if(not(valid), () => gen.break());
}
