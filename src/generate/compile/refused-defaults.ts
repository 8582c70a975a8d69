import { regularExpression } from '../../contract';
import { entries, strings } from '../../document/model/json-object';
import type { Resolver } from '../../document/model/resolve';
import { isPlace, type Place } from '../../document/model/schema-at';
import { ALWAYS, IN_PLACE, walkInPlace } from '../../document/schemas/in-place-applicators';
import { propertyPlaces } from '../../document/schemas/part-schemas';
import { isFilled, type Candidate, type DefaultsNode } from './defaults-graph';

/** What is filled into a valid value, and may make it invalid. */
interface RefusedParts {
  readonly absent: readonly Candidate[];
  /** Properties and items, by what is filled into them. */
  readonly parts: readonly DefaultsNode[];
}

/** Keywords about a value as a whole, or about items that others describe. */
const WHOLE = [
  'const',
  'contains',
  'enum',
  'maxProperties',
  'propertyNames',
  'unevaluatedItems',
  'uniqueItems',
];

/** Further ones, in a schema that need not hold of a valid value. */
const CONDITIONAL = [
  'additionalProperties',
  'items',
  'minProperties',
  'prefixItems',
  'unevaluatedProperties',
];

/**
 * Finds the defaults that a value may be invalid with, although they are valid by themselves. It may find too
 * many, never too few.
 *
 * @param extensions keywords that may say anything of a value
 */
export function refusedParts(
  resolver: Resolver,
  node: DefaultsNode,
  extensions: readonly string[],
): RefusedParts {
  const absent = [...node.absent].filter(([, { text }]) => text !== undefined);
  const properties = [...node.properties].flatMap(([name, part]) =>
    isFilled(part) ? [[name, part] as const] : [],
  );
  const others = [node.additional, ...node.prefix, node.items].filter(isFilled);
  const filled = [...absent, ...properties].map(([name]) => name);
  const { presence, contents, isAny, isOther } = refusals(resolver, node, filled, extensions);
  const isRefused = (name: string): boolean => isAny || contents.has(name);
  return {
    absent: absent
      .filter(([name]) => isRefused(name) || presence.has(name))
      .map(([, candidate]) => candidate),
    parts: [
      ...properties.filter(([name]) => isRefused(name)).map(([, part]) => part),
      ...(isAny || isOther ? others : []),
    ],
  };
}

interface Refusals {
  /** Properties by which a value may become invalid when it has them. */
  readonly presence: ReadonlySet<string>;
  /** Those by which it may for what they hold, too. */
  readonly contents: ReadonlySet<string>;
  /** Whether it may by any property or item. */
  readonly isAny: boolean;
  /** Whether it may by items, and by properties whose names are not stated. */
  readonly isOther: boolean;
}

/** @param filled the names of what is filled in, or into */
function refusals(
  resolver: Resolver,
  { places }: DefaultsNode,
  filled: readonly string[],
  extensions: readonly string[],
): Refusals {
  const always = new Set(places.map(({ schema }) => schema));
  const whole = [...WHOLE, ...extensions];
  const presence = new Set<string>();
  const contents = new Set<string>();
  let isOther = false;
  for (const place of walkInPlace(resolver, places, IN_PLACE)) {
    if (!isPlace(place)) continue;
    resolver.steps.take(place.pointer);
    const { schema } = place;
    const isConditional = !always.has(schema);
    const isAny =
      whole.some((keyword) => (schema[keyword] ?? false) !== false) ||
      (isConditional && CONDITIONAL.some((keyword) => keyword in schema));
    if (isAny) return { presence, contents, isAny, isOther };
    isOther ||= 'patternProperties' in schema || 'unevaluatedProperties' in schema;
    isOther ||= isConditional && 'properties' in schema;
    for (const name of presenceNames(place, isConditional)) presence.add(name);
    for (const name of matching(place, filled)) contents.add(name);
    const own = isConditional ? namesOf(schema.properties) : undescribed(resolver, place, filled);
    for (const name of own) contents.add(name);
  }
  return { presence, contents, isAny: false, isOther };
}

/** Names that it matters for whether the value has them. */
function presenceNames({ schema }: Place, isConditional: boolean): string[] {
  const { required, dependentRequired, dependentSchemas } = schema;
  const demanded = entries(dependentRequired).flatMap(([, names]) => strings(names));
  return [
    ...namesOf(dependentRequired),
    ...namesOf(dependentSchemas),
    ...(isConditional ? [...strings(required), ...demanded] : []),
  ];
}

function namesOf(map: unknown): string[] {
  return entries(map).map(([name]) => name);
}

function matching({ schema }: Place, names: readonly string[]): string[] {
  const patterns = namesOf(schema.patternProperties);
  return names.filter((name) => patterns.some((pattern) => mayMatch(pattern, name)));
}

/** A name that takes too long to match is taken for one that does. */
function mayMatch(pattern: string, name: string): boolean {
  try {
    return regularExpression(pattern).test(name);
  } catch {
    return true;
  }
}

/** The names that a schema leaves to its `additionalProperties` or `unevaluatedProperties`. */
function undescribed(resolver: Resolver, place: Place, names: readonly string[]): string[] {
  const { additionalProperties = true, unevaluatedProperties = true } = place.schema;
  const beside = unevaluatedProperties === true ? [] : [...walkInPlace(resolver, [place], ALWAYS)];
  resolver.steps.take(place.pointer, beside.length);
  const describing = [
    ...(additionalProperties === true ? [] : [[place]]),
    ...(unevaluatedProperties === true ? [] : [beside.filter(isPlace)]),
  ];
  return names.filter((name) =>
    describing.some((places) => propertyPlaces(places, name).length === 0),
  );
}
