import { quote } from '../../../contract';
import {
  childPointer,
  type Direction,
  discriminatorOf,
  effective,
  listAt,
} from '../../../generate/index';
import type { OperationChange } from '../change';
import { openHierarchyAt } from './open-hierarchy';
import { pairsWithin, type PlacePair, type Side } from './place-pairs';
import type { Described } from './property-changes';

/** What tells alternatives apart. */
interface Named {
  readonly property: string;
  readonly pointer: string;
  /** The schema of an alternative, by the name that a value has of it. */
  readonly targets: ReadonlyMap<string, string>;
}

/**
 * Changes of what a discriminator says, by which clients choose the class that they read a value as: no
 * validator holds a value to it.
 *
 * @param start pairs of all that may apply
 * @param areSame true for schemas that take the same
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
    const isThere = (pointer: string): boolean =>
      versions.revision.loaded.resolver.at(pointer).schema !== undefined;
    const known = new Set(was.targets.values());
    const added = [...is.targets].filter(
      ([name, target]) => !was.targets.has(name) && known.has(target),
    );
    const others = [...was.targets].flatMap(([name, target]) => {
      const now = is.targets.get(name);
      // Who is gone altogether, or is only called otherwise, is told of as a schema.
      if (now === target || !isThere(target)) return [];
      if (now !== undefined && areSame(target, now, direction)) return [];
      if (now === undefined && ![...is.targets.values()].includes(target)) return [];
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

/** The discriminator of a place, if it has one alone. */
function namedIn(pair: PlacePair, side: Side, { versions }: Described): Named | undefined {
  const { resolver } = versions[side].loaded;
  const [named, ...others] = pair.discriminated(side).flatMap((place): Named[] => {
    const found = discriminatorOf(resolver, place);
    if (found === undefined || openHierarchyAt(resolver, place) !== undefined) return [];
    const branches = listAt(place, 'oneOf' in place.schema ? 'oneOf' : 'anyOf');
    const targets = found.alternatives.flatMap((names, index) => {
      const branch = branches[index];
      if (branch === undefined) return [];
      return names.map((name) => [name, effective(resolver, branch).pointer] as const);
    });
    return [{ property: found.property, pointer: place.pointer, targets: new Map(targets) }];
  });
  return others.length === 0 ? named : undefined;
}
