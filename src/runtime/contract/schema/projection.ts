import { isObject, setOwn } from '../json/json-values';
import { regularExpression } from './regular-expression';

/**
 * The part of a schema needed after validation: documented properties, and locations of exact integers. Generation
 * derives a projection from each schema. Projecting a value yields the parts that a handler may see, or that a response
 * may contain.
 *
 * The one rule: a property is documented when a schema that applies to the object names it, by `properties`,
 * `patternProperties`, an explicit `additionalProperties` or `unevaluatedProperties`, or `required`. Others are
 * dropped, and so is one that any schema hides. An object of which no schema names any property is free-form and kept
 * whole.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10
 */
export type Projection =
  /** No constraint on the value. */
  | { readonly kind: 'any' }
  /** A property absent in this direction: `readOnly` in a request, `writeOnly` in a response. */
  | { readonly kind: 'hidden' }
  /** A number whose schema makes it a double. */
  | { readonly kind: 'number' }
  /** An exact integer: a `bigint` for handlers. */
  | { readonly kind: 'bigint' }
  /** A string of a format that maps to another type (extensions.ts). */
  | { readonly kind: 'format'; readonly name: string }
  | ObjectProjection
  | { readonly kind: 'array'; readonly prefix?: readonly Projection[]; readonly items: Projection }
  /** The projection of that name in the contract's table, which allows recursion. */
  | { readonly kind: 'ref'; readonly name: string }
  /** All of them apply: `allOf`, and adjacent keywords. */
  | { readonly kind: 'all'; readonly of: readonly Projection[] }
  /** Depends on the value: a branch of `anyOf` or `oneOf`, `if` with `then` and `else`. */
  | {
      readonly kind: 'when';
      readonly validator: string;
      readonly then?: Projection;
      readonly otherwise?: Projection;
    }
  /** Applies to objects that have the property: `dependentSchemas`. */
  | { readonly kind: 'has'; readonly property: string; readonly then: Projection };

interface ObjectProjection {
  readonly kind: 'object';
  readonly properties: Readonly<Record<string, Projection>>;
  /** Regular expressions with the projection of the properties whose names they match. */
  readonly patterns?: readonly (readonly [pattern: string, projection: Projection])[];
  /** For properties that neither `properties` nor `patterns` name. */
  readonly additional?: Projection;
  /** For properties that no applicable schema names. */
  readonly unevaluated?: Projection;
  /** The properties are known only from `required`, which does not describe the object. */
  readonly open?: true;
}

/** True for an object of named properties alone. */
export function hasOnlyProperties({
  patterns,
  additional,
  unevaluated,
  open,
}: ObjectProjection): boolean {
  return (patterns ?? additional ?? unevaluated ?? open) === undefined;
}

export type NumberKind = 'any' | 'number' | 'bigint';

/** The context of projecting. */
export interface Projector {
  readonly projections: Readonly<Record<string, Projection>>;
  /** True when the value is valid by the schema that the validator was compiled from. */
  isValid(validator: string, value: unknown, holder: object, key: string | number): boolean;
  /** Converts the number at a place, by its schema's kind. */
  number(value: number | bigint, holder: object, key: string | number, kind: NumberKind): unknown;
  /** Converts a string of a mapped format; absent where no format is mapped. */
  text?(value: string, format: string): unknown;
}

export type Leaf = Exclude<Projection, { kind: 'ref' | 'all' | 'when' | 'has' }>;

/**
 * Projects a valid value onto its projection.
 *
 * @param holder the object or array that holds the value at `key`
 * @returns a new value where anything was dropped or converted; the input is never changed
 */
export function project(
  projector: Projector,
  projections: readonly Projection[],
  value: unknown,
  holder: object,
  key: string | number,
): unknown {
  const leaves = (): Leaf[] =>
    leavesOf(projector.projections, projections, (conditional) =>
      branchesOf(projector, conditional, value, holder, key),
    );
  if (typeof value === 'number' || typeof value === 'bigint') {
    return projector.number(value, holder, key, numberKind(leaves()));
  }
  if (typeof value === 'string' && projector.text !== undefined) {
    const format = leaves().find((leaf) => leaf.kind === 'format');
    return format === undefined ? value : projector.text(value, format.name);
  }
  // JSON writes a Date as text, which has no projection (json/json-values.ts).
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Array.isArray(value)
    ? projectArray(projector, leaves(), value)
    : projectObject(projector, leaves(), value);
}

type Conditional = Extract<Projection, { kind: 'when' | 'has' }>;

function branchesOf(
  projector: Projector,
  conditional: Conditional,
  value: unknown,
  holder: object,
  key: string | number,
): Projection[] {
  if (conditional.kind === 'has') {
    return isObject(value) && Object.hasOwn(value, conditional.property) ? [conditional.then] : [];
  }
  const valid = projector.isValid(conditional.validator, value, holder, key);
  const branch = valid ? conditional.then : conditional.otherwise;
  return branch === undefined ? [] : [branch];
}

/** The projections of a value without references and conditions. */
export function leavesOf(
  table: Readonly<Record<string, Projection>>,
  projections: readonly Projection[],
  branches: (conditional: Conditional) => readonly Projection[],
): Leaf[] {
  const leaves: Leaf[] = [];
  // Several alternatives may lead to the same projection, at each level of a value.
  const seen = new Set<Projection>();
  const visit = (projection: Projection): void => {
    if (seen.has(projection)) return;
    seen.add(projection);
    switch (projection.kind) {
      case 'ref':
        visit(namedProjection(table, projection.name));
        return;
      case 'all':
        projection.of.forEach(visit);
        return;
      case 'when':
      case 'has':
        branches(projection).forEach(visit);
        return;
      default:
        leaves.push(projection);
    }
  };
  projections.forEach(visit);
  return leaves;
}

/** @throws Error when the generated files do not match each other */
export function namedProjection(
  projections: Readonly<Record<string, Projection>>,
  name: string,
): Projection {
  const projection = projections[name];
  if (projection === undefined)
    throw new Error(`The generated contract lacks the projection "${name}"`);
  return projection;
}

function numberKind(leaves: readonly Leaf[]): NumberKind {
  if (leaves.some((leaf) => leaf.kind === 'bigint')) return 'bigint';
  return leaves.some((leaf) => leaf.kind === 'number') ? 'number' : 'any';
}

function projectArray(
  projector: Projector,
  leaves: readonly Leaf[],
  array: readonly unknown[],
): unknown[] {
  return array.map((item, index) =>
    project(projector, projectionsOfItem(leaves, index), item, array, index),
  );
}

export function projectionsOfItem(leaves: readonly Leaf[], index: number): Projection[] {
  const arrays = leaves.filter((leaf) => leaf.kind === 'array');
  return arrays.map((leaf) => leaf.prefix?.[index] ?? leaf.items);
}

function projectObject(projector: Projector, leaves: readonly Leaf[], value: object): object {
  const objects = leaves.filter((leaf) => leaf.kind === 'object');
  const freeForm = objects.every((leaf) => leaf.open === true);
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const projections = projectionsOfProperty(objects, key);
    if (!freeForm && projections.length === 0) continue;
    if (projections.some((projection) => projection.kind === 'hidden')) continue;
    setOwn(result, key, project(projector, projections, member, value, key));
  }
  return result;
}

/** The projections that apply to a property; empty when no schema names it. */
export function projectionsOfProperty(
  objects: readonly ObjectProjection[],
  key: string,
): Projection[] {
  const named = objects.flatMap((object) => {
    const own = Object.hasOwn(object.properties, key) ? [object.properties[key]] : [];
    const matched = (object.patterns ?? [])
      .filter(([pattern]) => regularExpression(pattern).test(key))
      .map(([, projection]) => projection);
    const found = [...own, ...matched].filter((projection) => projection !== undefined);
    if (found.length > 0 || object.additional === undefined) return found;
    return [object.additional];
  });
  if (named.length > 0) return named;
  return objects.flatMap((object) => object.unevaluated ?? []);
}
