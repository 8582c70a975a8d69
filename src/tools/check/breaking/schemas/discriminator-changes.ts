import { quote } from 'openapi-trellis/tools';
import {
  appliedSchemas,
  asObject,
  childPointer,
  type Direction,
  discriminatorOf,
  effective,
  isJsonObject,
  isPlace,
  type JsonObject,
  listAt,
  type ObjectSchemaAt,
  type References,
  type SchemaAt,
} from '../../../document';
import type { OperationChange } from '../change';
import { openHierarchyAt } from '../../../schema';
import { pairsWithin, type PlacePair, type Side, valuesWithin } from './place-pairs';
import type { Described } from './property-changes';
import type { Witness } from './witness';

/** A discriminator. */
interface Named {
  readonly property: string;
  readonly pointer: string;
  /** Schemas of the alternatives, by the values of the property. */
  readonly targets: ReadonlyMap<string, string>;
}

/**
 * Changes of a discriminator's mapping, by which clients choose the class of a value. No validator checks values
 * against it.
 * @param start pairs of all schemas that may apply
 * @param areSame true for schemas that accept the same values
 * @see https://spec.openapis.org/oas/v3.1.1#discriminator-object
 */
export function discriminatorChanges(
  start: PlacePair,
  described: Described,
  areSame: (base: string, revision: string, direction: Direction) => boolean,
): OperationChange[] {
  return [...pairsWithin(start)].flatMap(([instance, pair]) => {
    const [was, is] = [namedIn(pair, 'base', described), namedIn(pair, 'revision', described)];
    if (was === undefined || is === undefined) return [];
    const { subject, direction, versions } = described;
    const where = instance === '' ? subject : `${subject} at "${instance}"`;
    const told = (keyword: string, said: string): OperationChange => ({
      ...{ rule: 'discriminator-changed', level: 'major', version: 'revision', instance },
      pointer: childPointer(is.pointer, 'discriminator', keyword),
      message: `${where} ${said}`,
    });
    if (was.property !== is.property) {
      const said = `is told apart by ${quote(is.property)}, where the base has ${quote(was.property)}`;
      return [told('propertyName', said)];
    }
    const targets = [...is.targets.values()];
    /** The schema itself, unless it was renamed. */
    const counterpart = (target: string): string | undefined =>
      versions.revision.loaded.resolver.at(target).schema === undefined
        ? targets.find((other) => areSame(target, other, direction))
        : target;
    const known = new Set([...was.targets.values()].map(counterpart));
    const added = [...is.targets].filter(
      ([name, target]) => !was.targets.has(name) && known.has(target),
    );
    const others = [...was.targets].flatMap(([name, target]) => {
      const now = is.targets.get(name);
      const meant = counterpart(target);
      // A removed schema is reported as a change of schemas.
      if (now === meant || meant === undefined) return [];
      if (now !== undefined && areSame(target, now, direction)) return [];
      if (now === undefined && !targets.includes(meant)) return [];
      const said = now === undefined ? 'means nothing any more' : 'means another schema';
      const value = `the value ${quote(name)} of ${quote(is.property)}`;
      return [told('mapping', `has another discriminator, in which ${value} ${said}`)];
    });
    return [
      ...others,
      ...added.map(([name]): OperationChange => ({
        ...told('mapping', `has one more value of ${quote(is.property)}: ${quote(name)}`),
        level: 'minor',
      })),
    ];
  });
}

export interface DiscriminatorValue {
  /** JSON Pointer of the part that defines its meaning. */
  readonly pointer: string;
  readonly property: string;
  readonly name: string;
}

/**
 * The value of a discriminator that means another schema than in the other version, and for which a witness
 * is rejected.
 * @param start pairs of all schemas that may apply
 * @param refusing the version that rejects it
 */
export function discriminatorOfRefusal(
  start: PlacePair,
  { value, pointer }: Witness,
  refusing: Side,
  { versions }: Described,
): DiscriminatorValue | undefined {
  const other = refusing === 'base' ? 'revision' : 'base';
  const targetsOf = (pair: PlacePair, side: Side, part: JsonObject): NamedTarget[] =>
    pair
      .discriminated(side)
      .flatMap((place) => namedTarget(versions[side].loaded.resolver, place, part) ?? []);
  for (const [pair, part] of valuesWithin(start, value)) {
    if (!isJsonObject(part)) continue;
    const others = targetsOf(pair, other, part).map(({ target }) => target);
    const found = targetsOf(pair, refusing, part).find(
      ({ place, property, target }) =>
        (pointer.startsWith(`${target}/`) ||
          // An alternative may list its names.
          (pointer.startsWith(`${place.pointer}/`) &&
            pointer.endsWith(childPointer('', 'properties', property, 'enum')))) &&
        !others.includes(target) &&
        versions[other].loaded.resolver.at(target).schema !== undefined,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

interface NamedTarget extends DiscriminatorValue {
  /** The place with the discriminator. */
  readonly place: ObjectSchemaAt;
  /** Pointer of the schema for the value. */
  readonly target: string;
}

function namedTarget(
  references: References,
  place: ObjectSchemaAt,
  value: JsonObject,
): NamedTarget | undefined {
  const { propertyName, mapping } = asObject(place.schema.discriminator);
  const property = String(propertyName);
  const name = String(value[property]);
  const [child] = openHierarchyAt(references, place)?.children.get(name) ?? [];
  const branch = child ?? branchesByName(references, place).get(name);
  if (branch === undefined) return undefined;
  const [target = branch] = isPlace(branch) ? appliedSchemas(references, branch, ['$ref']) : [];
  const isMapped = Object.hasOwn(asObject(mapping), name);
  const pointer = childPointer(
    place.pointer,
    'discriminator',
    ...(isMapped ? ['mapping', name] : []),
  );
  return { pointer, property, name, place, target: target.pointer };
}

/** Alternatives by the values of the discriminator next to them. */
function branchesByName(references: References, place: ObjectSchemaAt): Map<string, SchemaAt> {
  const names = discriminatorOf(references, place)?.alternatives ?? [];
  const branches = listAt(place, 'oneOf' in place.schema ? 'oneOf' : 'anyOf');
  return new Map(
    branches.flatMap((branch, index) =>
      (names[index] ?? []).map((name) => [name, branch] as const),
    ),
  );
}

/** The discriminator of a place, if there is exactly one. */
function namedIn(pair: PlacePair, side: Side, { versions }: Described): Named | undefined {
  const { resolver } = versions[side].loaded;
  const [named, ...others] = pair.discriminated(side).flatMap((place): Named[] => {
    const found = discriminatorOf(resolver, place);
    if (found === undefined || openHierarchyAt(resolver, place) !== undefined) return [];
    const targets = [...branchesByName(resolver, place)].map(
      ([name, branch]) => [name, effective(resolver, branch).pointer] as const,
    );
    return [{ property: found.property, pointer: place.pointer, targets: new Map(targets) }];
  });
  return others.length === 0 ? named : undefined;
}
