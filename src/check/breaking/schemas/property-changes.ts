import { quote } from '../../../contract';
import { ALWAYS, childPointer, type Direction } from '../../../generate/index';
import type { OperationChange } from '../change';
import { isPastSunset } from '../compare-lifecycle';
import { placesOf, type Schemas } from './described-parts';
import { pairsWithin, type PlacePair } from './place-pairs';
import type { Version, Versions } from '../version';

/** What properties are of, in messages of a direction. */
export interface Described {
  readonly versions: Versions;
  readonly direction: Direction;
  /** The beginning of a sentence, such as `the request body`. */
  readonly subject: string;
}

/**
 * Properties that only one version describes, or that go another way. What clients say by one that is gone
 * is no longer heard; one of a response that need not be there may be gone.
 */
export function propertyChanges(start: PlacePair, described: Described): OperationChange[] {
  return [...pairsWithin(start)].flatMap(([instance, pair]) => {
    const removed = [...pair.onlyIn('base')].map(([name, schemas]) =>
      removal(described, instance, name, schemas),
    );
    const added = [...pair.onlyIn('revision')].map(([name, schemas]) =>
      addition(described, instance, name, schemas),
    );
    return [...removed, ...added, ...accessChange(described, instance, pair)];
  });
}

function removal(
  { versions, direction, subject }: Described,
  instance: string,
  name: string,
  schemas: Schemas,
): OperationChange {
  const isSent =
    direction === 'request' && otherWayPlace(versions.base, schemas, direction) === undefined;
  const places = placesOf(versions.base.loaded.resolver, schemas, ALWAYS);
  const isOver = places.some(({ schema }) => isPastSunset(schema));
  return {
    rule: 'property-removed',
    level: isSent && !isOver ? 'major' : 'minor',
    message: `${subject} no longer describes ${placed(instance, name)}`,
    version: 'base',
    pointer: schemas[0]?.pointer ?? '',
    instance: childPointer(instance, name),
  };
}

function addition(
  { subject }: Described,
  instance: string,
  name: string,
  schemas: Schemas,
): OperationChange {
  return {
    ...{ rule: 'property-added', level: 'minor', version: 'revision' },
    message: `${subject} describes ${placed(instance, name)}, which the base does not`,
    pointer: schemas[0]?.pointer ?? '',
  };
}

function placed(instance: string, name: string): string {
  return instance === '' ? quote(name) : `${quote(name)} at "${instance}"`;
}

/**
 * What is not to be sent any more is ignored or refused. What is not received any more was demanded or not,
 * which values show.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
function accessChange(
  { versions, direction, subject }: Described,
  instance: string,
  { base, revision }: PlacePair,
): OperationChange[] {
  if (instance === '') return [];
  const was = otherWayPlace(versions.base, base, direction);
  const is = otherWayPlace(versions.revision, revision, direction);
  if ((was === undefined) === (is === undefined)) return [];
  const keyword = wayOf(direction);
  return [
    {
      rule: 'access-changed',
      level: direction === 'request' && is !== undefined ? 'major' : 'minor',
      message: `${subject} at "${instance}" is ${is === undefined ? 'no longer ' : ''}${keyword}`,
      version: is === undefined ? 'base' : 'revision',
      pointer: childPointer(is ?? was ?? '', keyword),
      instance,
    },
  ];
}

function wayOf(direction: Direction): 'readOnly' | 'writeOnly' {
  return direction === 'request' ? 'readOnly' : 'writeOnly';
}

/** The place that says that a property does not go a way, if one does. */
function otherWayPlace(
  { loaded }: Version,
  schemas: Schemas,
  direction: Direction,
): string | undefined {
  const places = placesOf(loaded.resolver, schemas, ALWAYS);
  return places.find(({ schema }) => schema[wayOf(direction)] === true)?.pointer;
}
