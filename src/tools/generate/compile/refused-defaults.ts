import { regularExpression } from 'openapi-trellis/tools';
import {
  entries,
  strings,
  type Resolver,
  isPlace,
  type ObjectSchemaAt,
  ALWAYS,
  IN_PLACE,
  walkInPlace,
  propertyPlaces,
} from '../../document';
import { isFilled, type Candidate, type DefaultsNode } from './defaults-graph';

/** Defaults that may make a valid value invalid. */
interface RefusedParts {
  readonly absent: readonly Candidate[];
  /** Properties and items with such defaults inside. */
  readonly parts: readonly DefaultsNode[];
}

/** Keywords about the whole value, or about items that other schemas describe. */
const WHOLE = [
  ...['const', 'contains', 'enum', 'maxProperties', 'propertyNames', 'unevaluatedItems'],
  'uniqueItems',
];

/** Further keywords, for a schema that need not hold for a valid value. */
const CONDITIONAL = [
  ...['additionalProperties', 'items', 'minProperties', 'prefixItems', 'unevaluatedProperties'],
];

/**
 * Finds the defaults that may make a value invalid although they are valid themselves. It may find too many, never too
 * few.
 *
 * @param extensions names of keywords that may assert anything
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
  /** Properties whose presence may make a value invalid. */
  readonly presence: ReadonlySet<string>;
  /** Properties whose values may do so too. */
  readonly contents: ReadonlySet<string>;
  /** True when any property or item may. */
  readonly isAny: boolean;
  /** True when items, and properties without stated names, may. */
  readonly isOther: boolean;
}

/** @param filled names of properties with defaults, or with defaults inside */
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

/** Names whose presence affects validity. */
function presenceNames({ schema }: ObjectSchemaAt, isConditional: boolean): string[] {
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

function matching({ schema }: ObjectSchemaAt, names: readonly string[]): string[] {
  const patterns = namesOf(schema.patternProperties);
  return names.filter((name) => patterns.some((pattern) => mayMatch(pattern, name)));
}

/** A name that takes too long to match counts as matching. */
function mayMatch(pattern: string, name: string): boolean {
  try {
    return regularExpression(pattern).test(name);
  } catch {
    return true;
  }
}

/** The names that a schema leaves to `additionalProperties` or `unevaluatedProperties`. */
function undescribed(
  resolver: Resolver,
  place: ObjectSchemaAt,
  names: readonly string[],
): string[] {
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
