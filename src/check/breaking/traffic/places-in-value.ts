import { pointerKeys } from '../../../contract';
import { ALWAYS, isJsonObject, pointerPrefixes, POSSIBLY } from '../../../generate/index';
import type { Versions } from '../version';
import type { Change } from '../change';
import { type PlacePair, pairsWithin, placePair, valuesWithin } from '../schemas/place-pairs';

/** Where values have what a change is about: in as many places as its schemas are used for. */
export interface ChangedPlace {
  /** The schemas of whole values. */
  readonly start: PlacePair;
  readonly pairs: ReadonlySet<PlacePair>;
  /** Of a property of the values at the pairs, which has no pair of its own. */
  readonly name?: string;
}

/** @returns undefined for a change of whole values */
export function changedPlace(
  { rule, schemas, instance = '' }: Change,
  versions: Versions,
): ChangedPlace | undefined {
  if (schemas?.base === undefined || instance === '') return undefined;
  const isOfProperties = rule === 'property-removed' || rule === 'access-changed';
  const followed = isOfProperties ? POSSIBLY : ALWAYS;
  const start = placePair(versions, schemas.base, schemas.revision, followed);
  const name = pointerKeys(instance).at(-1) ?? '';
  if (rule === 'encoding-changed') return { start, pairs: new Set([start]), name };
  const pairsAt = (place = ''): PlacePair[] =>
    [...pairsWithin(start)].filter(([each]) => each === place).map(([, pair]) => pair);
  if (rule !== 'property-removed') return { start, pairs: new Set(pairsAt(instance)) };
  const holders = pairsAt(pointerPrefixes(instance).at(-2));
  return { start, pairs: new Set(holders), name };
}

/** The values at a place of a value; undefined for each object that lacks it. */
export function valuesAtPlace({ start, pairs, name }: ChangedPlace, value: unknown): unknown[] {
  const found = [...valuesWithin(start, value)].filter(([pair]) => pairs.has(pair));
  const values = found.map(([, each]) => each);
  if (name === undefined) return values;
  return values
    .filter(isJsonObject)
    .map((each) => (Object.hasOwn(each, name) ? each[name] : undefined));
}
