import type { EvaluatedProperties } from '../../../src/contract/schema/evaluated';
import { asObject, without, type JsonObject } from '../document/json-object';
import type { SchemaAt } from '../document/schema-at';
import { foldInPlace, type Conditional } from '../schemas/in-place';

/**
 * What a schema evaluates of an object or array, told from its keywords before any value is there.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-11
 */
export type Evaluation =
  | { readonly kind: 'properties'; readonly properties: EvaluatedProperties }
  /** The items before an index; all of them when it is absent. */
  | { readonly kind: 'items'; readonly before?: number }
  /** Each item that fits the schema. */
  | { readonly kind: 'contains'; readonly schema: unknown }
  /** Depends on whether the value fits a schema. */
  | {
      readonly kind: 'when';
      readonly schema: unknown;
      readonly then: readonly Evaluation[];
      readonly otherwise: readonly Evaluation[];
    }
  /** Depends on whether the object has a property. */
  | { readonly kind: 'has'; readonly property: string; readonly then: readonly Evaluation[] };

export type Unevaluated = 'unevaluatedProperties' | 'unevaluatedItems';

/**
 * What a schema evaluates, and all that apply in its place.
 *
 * @param target the schema that a reference means
 * @param keyword the one that asks, which is left out of account in the schema itself
 */
export function evaluationOf(
  target: (reference: string) => unknown,
  schema: JsonObject,
  keyword: Unevaluated,
): readonly Evaluation[] {
  const references = { referenced: (reference: string) => at(target(reference)) };
  return foldInPlace<readonly Evaluation[]>(references, at(without(schema, keyword)), {
    nothing: [],
    own: (place) => [(keyword === 'unevaluatedItems' ? itemsOf : propertiesOf)(place.schema)],
    any: (branches) => branches.map(conditional),
    conditions: (conditions) => conditions.map(conditional),
    all: (parts) => parts.flat(),
  });
}

/** Compiled schemas stand nowhere in the document, and their places are not asked for. */
function at(schema: unknown): SchemaAt {
  return { schema, pointer: '' };
}

function conditional(says: Conditional<readonly Evaluation[]>): Evaluation[] {
  const [then, otherwise] = [says.then.flat(), says.otherwise.flat()];
  if (then.length + otherwise.length === 0) return [];
  const { when } = says;
  if (typeof when === 'string') return [{ kind: 'has', property: when, then }];
  return [{ kind: 'when', schema: when.schema, then, otherwise }];
}

function propertiesOf(schema: JsonObject): Evaluation[] {
  const { properties, patternProperties } = schema;
  // A schema with either of these keywords leaves no property out, if it is valid.
  if ('additionalProperties' in schema || 'unevaluatedProperties' in schema) {
    return [{ kind: 'properties', properties: { all: true } }];
  }
  const names = Object.keys(asObject(properties));
  const patterns = Object.keys(asObject(patternProperties));
  if (names.length + patterns.length === 0) return [];
  return [{ kind: 'properties', properties: { names, patterns } }];
}

function itemsOf(schema: JsonObject): Evaluation[] {
  if ('items' in schema || 'unevaluatedItems' in schema) return [{ kind: 'items' }];
  const { prefixItems } = schema;
  const before = Array.isArray(prefixItems) ? prefixItems.length : 0;
  return [
    ...(before > 0 ? [{ kind: 'items' as const, before }] : []),
    ...('contains' in schema ? [{ kind: 'contains' as const, schema: schema.contains }] : []),
  ];
}
