import { quote } from 'openapi-trellis/tools';
import { ALWAYS, childPointer, type Direction } from '../../../document';
import type { OperationChange } from '../change';
import { isPastSunset } from '../sunset';
import type { Version, Versions } from '../versions';
import type { OpenHierarchy, Schemas } from '../../../schema';
import { placesOf, pairsWithin, type PlacePair } from './place-pairs';

/** The message that has the properties. */
export interface Described {
  readonly versions: Versions;
  readonly direction: Direction;
  /** The beginning of a sentence, such as `the request body`. */
  readonly subject: string;
  /** True if there is always a value, so the default is never used. */
  readonly isRequired?: boolean;
  /** True for text or bytes, rather than for JSON or a form. */
  readonly isPlain?: boolean;
  /** True at a place in values whose media type is stated outside of the schemas. */
  readonly hasMediaType?: (instance: string) => boolean;
}

/**
 * Properties that only one version describes, or whose direction changed. The service no longer reads a removed
 * property of requests. An optional property of responses may be removed.
 */
export function propertyChanges(start: PlacePair, described: Described): OperationChange[] {
  return [...pairsWithin(start)].flatMap(([instance, pair]) => {
    const removed = [...pair.onlyIn('base')].map(([name, schemas]) =>
      removal(described, instance, name, schemas),
    );
    const added = [...pair.onlyIn('revision')].map(([name, schemas]) =>
      addition(described, instance, name, schemas),
    );
    return [
      ...removed,
      ...added,
      ...accessChange(described, instance, pair),
      ...childChanges(described, instance, pair),
    ];
  });
}

function removal(
  { versions, direction, subject }: Described,
  instance: string,
  name: string,
  schemas: Schemas,
): OperationChange {
  const isSent =
    direction === 'request' && hidingPlace(versions.base, schemas, direction) === undefined;
  return {
    rule: 'property-removed',
    level: isSent && !isOver(versions.base, schemas) ? 'major' : 'minor',
    message: `${subject} no longer describes ${placed(instance, name)}`,
    version: 'base',
    pointer: schemas[0]?.pointer ?? '',
    instance: childPointer(instance, name),
  };
}

function isOver({ loaded }: Version, schemas: Schemas): boolean {
  const places = placesOf(loaded.resolver, schemas, ALWAYS);
  return places.some(({ schema }) => isPastSunset(schema));
}

function addition(
  { subject }: Described,
  instance: string,
  name: string,
  schemas: Schemas,
): OperationChange {
  return {
    ...{ rule: 'property-added', version: 'revision' },
    message: `${subject} describes ${placed(instance, name)}, which the base does not`,
    pointer: schemas[0]?.pointer ?? '',
  };
}

/** Adding or removing a child's name is like adding or removing a value of an open list. */
function childChanges(
  { direction, subject }: Described,
  instance: string,
  pair: PlacePair,
): OperationChange[] {
  const where = instance === '' ? subject : `${subject} at "${instance}"`;
  return pair.hierarchies().flatMap(([base, revision]) => {
    const said = (name: string): string =>
      `objects whose ${quote(base.property)} is ${quote(name)}`;
    const removed = namesOnlyIn(base, revision).map(([name, pointer]): OperationChange => ({
      ...{ rule: 'alternative-removed', level: direction === 'request' ? 'major' : 'minor' },
      ...{ version: 'base', pointer },
      message: `${where} no longer describes ${said(name)}`,
    }));
    const added = namesOnlyIn(revision, base).map(([name, pointer]): OperationChange => ({
      ...{ rule: 'alternative-added', version: 'revision', pointer },
      message: `${where} describes ${said(name)}, which the base does not`,
    }));
    return [...removed, ...added];
  });
}

/** Names in use, each with the pointer of its schema. */
function namesOnlyIn(one: OpenHierarchy, other: OpenHierarchy): [name: string, pointer: string][] {
  const names = [...one.used].filter((name) => !other.children.has(name));
  return names.map((name) => [name, one.children.get(name)?.[0]?.pointer ?? '']);
}

function placed(instance: string, name: string): string {
  return instance === '' ? quote(name) : `${quote(name)} at "${instance}"`;
}

/**
 * Changes of `readOnly` and `writeOnly`. A property that must no longer be sent is ignored or rejected. Values show
 * whether one that is no longer received was required.
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
function accessChange(
  { versions, direction, subject }: Described,
  instance: string,
  { base, revision }: PlacePair,
): OperationChange[] {
  if (instance === '') return [];
  const was = hidingPlace(versions.base, base, direction);
  const is = hidingPlace(versions.revision, revision, direction);
  if ((was === undefined) === (is === undefined)) return [];
  const keyword = hidingKeyword(direction);
  const isLoss = direction === 'request' && is !== undefined && !isOver(versions.base, base);
  return [
    {
      rule: 'access-changed',
      level: isLoss ? 'major' : 'minor',
      message: `${subject} at "${instance}" is ${is === undefined ? 'no longer ' : ''}${keyword}`,
      version: is === undefined ? 'base' : 'revision',
      pointer: childPointer(is ?? was ?? '', keyword),
      instance,
    },
  ];
}

function hidingKeyword(direction: Direction): 'readOnly' | 'writeOnly' {
  return direction === 'request' ? 'readOnly' : 'writeOnly';
}

/** The place that hides a property in a direction, if there is one. */
function hidingPlace(
  { loaded }: Version,
  schemas: Schemas,
  direction: Direction,
): string | undefined {
  const places = placesOf(loaded.resolver, schemas, ALWAYS);
  return places.find(({ schema }) => schema[hidingKeyword(direction)] === true)?.pointer;
}
