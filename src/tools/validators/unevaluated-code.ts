import type Ajv from 'ajv/dist/2020';
import { _, stringify, type KeywordCxt, type Name } from 'ajv';
import type { EvaluatedProperties } from 'openapi-trellis/tools';
import {
  asObject,
  without,
  type JsonObject,
  type SchemaAt,
  foldInPlace,
  type Conditional,
} from '../document';
import { not, replaceKeyword, Type } from './ajv-internals';
import { runtimeFunction, type SchemaFunctions } from './schema-functions';

/**
 * Compiles `unevaluatedProperties` and `unevaluatedItems`. The members that schemas evaluate in place are derived from
 * their keywords, and recorded at run time, when conditions are known.
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
        if (cxt.schema === true) return;
        if (keyword === 'unevaluatedItems') checkItems(cxt, functions);
        else checkProperties(cxt, functions);
      },
      error: {
        message: '',
        params: ({ params }) => _`{unevaluatedProperty: ${params.additionalProperty ?? 0}}`,
      },
    });
  }
}

/** Steps counted for code that is repeated for each path to a conditional schema. */
const WRITTEN_OUT = 50;

/** Generates code that records what a schema evaluates. */
type Note = () => void;

/** Generates code that records what a schema and its in-place applicators evaluate. */
function noteEvaluated(
  cxt: KeywordCxt,
  functions: SchemaFunctions,
  own: (schema: JsonObject) => readonly Note[],
): void {
  const { gen, data, it } = cxt;
  const run = (notes: readonly Note[]): void => {
    for (const note of notes) {
      functions.steps.take(functions.current, WRITTEN_OUT);
      note();
    }
  };
  const conditional = (says: Conditional<readonly Note[]>): Note[] => {
    const [then, otherwise] = [says.then.flat(), says.otherwise.flat()];
    if (then.length + otherwise.length === 0) return [];
    const { when } = says;
    const code = (): void => {
      const holds =
        typeof when === 'string'
          ? _`Object.hasOwn(${data}, ${when})`
          : functions.fits(cxt, when.schema);
      gen.if(holds);
      run(then);
      if (otherwise.length > 0) {
        gen.else();
        run(otherwise);
      }
      gen.endIf();
    };
    return [code];
  };
  const target = (reference: string): SchemaAt =>
    nowhere(functions.target(reference, it.schemaEnv.root));
  // The schema itself must not count the keyword being compiled.
  const start = nowhere(without(cxt.parentSchema, cxt.keyword));
  const notes = foldInPlace<readonly Note[]>({ referenced: target }, start, {
    nothing: [],
    own: ({ schema }) => [own(schema)],
    any: (branches) => branches.map(conditional),
    conditions: (conditions) => conditions.map(conditional),
    all: (parts) => [...new Set(parts.flat())],
  });
  run(notes);
}

/** Compiled schemas have no place in the document. */
function nowhere(schema: unknown): SchemaAt {
  return { schema, pointer: '' };
}

function checkProperties(cxt: KeywordCxt, functions: SchemaFunctions): void {
  const { gen } = cxt;
  const found = gen.const('evaluated', _`[]`);
  noteEvaluated(cxt, functions, (schema) => {
    const evaluated = evaluatedProperties(schema);
    return evaluated === undefined
      ? []
      : [() => gen.code(_`${found}.push(${stringify(evaluated)})`)];
  });
  cxt.reset();
  checkOtherProperties(cxt, found);
}

/** Generates the check of properties not in the list. @param known an array of EvaluatedProperties */
export function checkOtherProperties(cxt: KeywordCxt, known: Name): void {
  const { gen, data } = cxt;
  const isOther = runtimeFunction(gen, 'isUnevaluatedProperty');
  const valid = gen.var('valid', true);
  gen.forIn('key', data, (key) => {
    gen.if(_`${isOther}(${known}, ${key})`, () => {
      checkRest(cxt, key, Type.Str, valid);
    });
  });
  cxt.ok(valid);
}

function evaluatedProperties(schema: JsonObject): EvaluatedProperties | undefined {
  // A schema with either keyword evaluates all properties of an object that it accepts.
  if ('additionalProperties' in schema || 'unevaluatedProperties' in schema) return { all: true };
  const names = Object.keys(asObject(schema.properties));
  const patterns = Object.keys(asObject(schema.patternProperties));
  return names.length + patterns.length === 0 ? undefined : { names, patterns };
}

function checkItems(cxt: KeywordCxt, functions: SchemaFunctions): void {
  const { gen, data } = cxt;
  const length = gen.const('length', _`${data}.length`);
  const before = gen.let('before', 0);
  const found = gen.const('found', _`new Set()`);
  noteEvaluated(cxt, functions, (schema) => {
    if ('items' in schema || 'unevaluatedItems' in schema) {
      return [() => gen.assign(before, length)];
    }
    const { prefixItems, contains } = schema;
    const prefix = Array.isArray(prefixItems) ? prefixItems.length : 0;
    const noteContained = (): void => {
      gen.forRange('i', 0, length, (index) => {
        gen.if(functions.fits(cxt, contains, index), () => gen.code(_`${found}.add(${index})`));
      });
    };
    return [
      ...(prefix > 0 ? [() => gen.assign(before, _`Math.max(${before}, ${prefix})`)] : []),
      ...('contains' in schema ? [noteContained] : []),
    ];
  });
  cxt.reset();
  const valid = gen.var('valid', true);
  gen.forRange('i', before, length, (index) => {
    gen.if(_`!${found}.has(${index})`, () => {
      checkRest(cxt, index, Type.Num, valid);
    });
  });
  cxt.ok(valid);
}

/** Generates, inside a loop, the check of one property or item that no other keyword evaluates. */
function checkRest(cxt: KeywordCxt, key: Name, type: Type, valid: Name): void {
  const { gen, keyword } = cxt;
  if (cxt.schema === false) {
    cxt.setParams({ additionalProperty: key });
    gen.assign(valid, false);
    cxt.error();
    gen.break();
    return;
  }
  cxt.subschema({ keyword, dataProp: key, dataPropType: type }, valid);
  gen.if(not(valid), () => gen.break());
}
