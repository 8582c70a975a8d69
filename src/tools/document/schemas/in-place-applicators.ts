import {
  isPlace,
  listAt,
  mapAt,
  memberAt,
  type ObjectSchemaAt,
  type SchemaAt,
} from '../model/schema-at';

/**
 * The one walk over schemas that apply to the same value as a schema does, by in-place applicators and references.
 * Callers decide about schemas that may or may not apply: `walkInPlace` takes the schemas to go on to, and
 * `foldInPlace` how to combine branches and conditions.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2
 */

export const ALWAYS = ['$ref', 'allOf'] as const;

/** Keywords whose schemas may apply to a valid value. */
export const POSSIBLY = [
  ...ALWAYS,
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
] as const;

export const IN_PLACE = [...POSSIBLY, 'not'] as const;

type Keyword = (typeof IN_PLACE)[number];

/** Resolves references, as a Resolver does for a normalized document. */
export interface References {
  /** @param from the pointer of the reference */
  referenced(reference: string, from: string): SchemaAt;
}

/** The schemas that in-place applicators of a schema apply directly, in keyword order. */
export function appliedSchemas(
  references: References,
  place: ObjectSchemaAt,
  keywords: readonly Keyword[],
): SchemaAt[] {
  const { schema, pointer } = place;
  const found: SchemaAt[] = [];
  for (const keyword of keywords) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (keyword === '$ref') {
      if (typeof value === 'string') found.push(references.referenced(value, pointer));
    } else if (Array.isArray(value)) {
      for (const each of listAt(place, keyword)) found.push(each);
    } else if (keyword === 'dependentSchemas') {
      for (const [, dependent] of mapAt(place, keyword)) found.push(dependent);
    } else found.push(memberAt(place, keyword));
  }
  return found;
}

/**
 * Walks schemas and all that apply in place with them, from the outermost. Each schema object is visited once, which
 * ends cycles; boolean schemas are visited each time.
 *
 * @param follow returns the schemas to go on to, or is the keywords that hold them
 */
export function* walkInPlace(
  references: References,
  starts: readonly SchemaAt[],
  follow: readonly Keyword[] | ((place: ObjectSchemaAt) => readonly SchemaAt[]),
): Generator<SchemaAt> {
  const seen = new Set<unknown>();
  const waiting = starts.toReversed();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at.schema)) continue;
    yield at;
    if (!isPlace(at)) continue;
    seen.add(at.schema);
    const next = typeof follow === 'function' ? follow(at) : appliedSchemas(references, at, follow);
    for (const each of next.toReversed()) waiting.push(each);
  }
}

export function applicableSchemas(
  references: References,
  start: SchemaAt,
  keywords: readonly Keyword[],
): ObjectSchemaAt[] {
  // Most schemas have no such keywords.
  if (isPlace(start) && keywords.every((keyword) => !(keyword in start.schema))) return [start];
  return [...walkInPlace(references, [start], keywords)].filter(isPlace);
}

export function effective(references: References, start: SchemaAt): SchemaAt {
  let at = start;
  while (isPlace(at) && typeof at.schema.$ref === 'string' && Object.keys(at.schema).length === 1) {
    at = references.referenced(at.schema.$ref, at.pointer);
  }
  return at;
}

/** Results that hold for some values only. */
export interface Conditional<Result> {
  /** The schema that a value must match, or the property it must have. */
  readonly when: SchemaAt | string;
  readonly then: readonly Result[];
  /** Results for all other values. */
  readonly otherwise: readonly Result[];
}

export interface ApplicatorResults<Result> {
  /** The result for a boolean schema, an absent one, and a recursion. */
  readonly nothing: Result;
  /** Results of keywords other than applicators. */
  own(place: ObjectSchemaAt): readonly Result[];
  /** Results of the branches of one `anyOf` or `oneOf`; at least one. */
  any(branches: readonly Conditional<Result>[]): readonly Result[];
  /**
   * Results of `if` and `dependentSchemas`; they are ignored when this is absent.
   *
   * @param told the results of the schema without them
   */
  conditions?(
    conditions: readonly Conditional<Result>[],
    told: readonly Result[],
  ): readonly Result[];
  all(parts: readonly Result[], place: ObjectSchemaAt): Result;
}

/**
 * Combines the results of a schema and all schemas that apply in place with it.
 *
 * @param always the keywords whose schemas count as parts of the schema around them
 */
export function foldInPlace<Result>(
  references: References,
  start: SchemaAt,
  meaning: ApplicatorResults<Result>,
  always: readonly Keyword[] = ALWAYS,
): Result {
  // Each schema is evaluated once: where two lead to the same one, paths double with each level.
  const known = new Map<unknown, Result>();
  const of = (at: SchemaAt): Result => {
    if (!isPlace(at)) return meaning.nothing;
    if (!known.has(at.schema)) {
      known.set(at.schema, meaning.nothing);
      known.set(at.schema, fold(at));
    }
    return known.get(at.schema) as Result;
  };
  const fold = (at: ObjectSchemaAt): Result => {
    const branches = ['anyOf', 'oneOf'].map((keyword) =>
      listAt(at, keyword).map((when) => ({ when, then: [of(when)], otherwise: [] })),
    );
    const told = [
      ...meaning.own(at),
      ...appliedSchemas(references, at, always).map(of),
      ...branches.flatMap((each) => (each.length > 0 ? meaning.any(each) : [])),
    ];
    const further = meaning.conditions?.(conditionals(at, of), told) ?? [];
    return meaning.all([...told, ...further], at);
  };
  return of(start);
}

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2 */
function conditionals<Result>(
  place: ObjectSchemaAt,
  of: (at: SchemaAt) => Result,
): readonly Conditional<Result>[] {
  const member = (keyword: string): Result => of(memberAt(place, keyword));
  const dependents = mapAt(place, 'dependentSchemas').map(([when, dependent]) => {
    return { when, then: [of(dependent)], otherwise: [] };
  });
  if (!('if' in place.schema)) return dependents;
  const then = [member('if'), member('then')];
  return [{ when: memberAt(place, 'if'), then, otherwise: [member('else')] }, ...dependents];
}
