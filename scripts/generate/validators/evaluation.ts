import type { EvaluatedProperties } from '../../../src/contract/schema/evaluated';
import { isJsonObject, without, type JsonObject } from '../document/json-object';

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
): Evaluation[] {
  return new EvaluationBuilder(target, keyword).of(without(schema, keyword), []);
}

class EvaluationBuilder {
  constructor(
    private readonly target: (reference: string) => unknown,
    private readonly keyword: Unevaluated,
  ) {}

  /** @param within the schemas in whose place this one stands, where circles end */
  of(schema: unknown, within: readonly unknown[]): Evaluation[] {
    if (!isJsonObject(schema) || within.includes(schema)) return [];
    const inner = [...within, schema];
    const { $ref } = schema;
    const target = typeof $ref === 'string' ? this.target($ref) : undefined;
    const all = [target, ...list(schema.allOf)];
    const any = [...list(schema.anyOf), ...list(schema.oneOf)];
    return [
      ...(this.keyword === 'unevaluatedItems' ? itemsOf(schema) : propertiesOf(schema)),
      ...all.flatMap((each) => this.of(each, inner)),
      ...any.flatMap((each) => this.when(each, inner)),
      ...this.condition(schema, inner),
      ...this.dependents(schema, inner),
    ];
  }

  private when(schema: unknown, within: readonly unknown[]): Evaluation[] {
    const then = this.of(schema, within);
    return then.length === 0 ? [] : [{ kind: 'when', schema, then, otherwise: [] }];
  }

  private condition(schema: JsonObject, within: readonly unknown[]): Evaluation[] {
    if (schema.if === undefined) return [];
    const then = [...this.of(schema.if, within), ...this.of(schema.then, within)];
    const otherwise = this.of(schema.else, within);
    if (then.length + otherwise.length === 0) return [];
    return [{ kind: 'when', schema: schema.if, then, otherwise }];
  }

  private dependents(schema: JsonObject, within: readonly unknown[]): Evaluation[] {
    if (!isJsonObject(schema.dependentSchemas)) return [];
    return Object.entries(schema.dependentSchemas).flatMap(([property, dependent]) => {
      const then = this.of(dependent, within);
      return then.length === 0 ? [] : [{ kind: 'has', property, then }];
    });
  }
}

function propertiesOf(schema: JsonObject): Evaluation[] {
  const { properties, patternProperties } = schema;
  // A schema with either of these keywords leaves no property out, if it is valid.
  if ('additionalProperties' in schema || 'unevaluatedProperties' in schema) {
    return [{ kind: 'properties', properties: { all: true } }];
  }
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const patterns = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  if (names.length + patterns.length === 0) return [];
  return [{ kind: 'properties', properties: { names, patterns } }];
}

function itemsOf(schema: JsonObject): Evaluation[] {
  if ('items' in schema || 'unevaluatedItems' in schema) return [{ kind: 'items' }];
  const prefix = list(schema.prefixItems).length;
  return [
    ...(prefix > 0 ? [{ kind: 'items' as const, before: prefix }] : []),
    ...('contains' in schema ? [{ kind: 'contains' as const, schema: schema.contains }] : []),
  ];
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
