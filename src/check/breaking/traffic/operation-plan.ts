import {
  type ComparedRequirements,
  type Requirement,
  comparedRequirements,
} from '../operations/security';
import { pointerKeys } from '../../../contract';
import {
  type Operation,
  asObject,
  childPointer,
  type LoadedContract,
  type Located,
  ALWAYS,
  isJsonObject,
  pointerPrefixes,
  POSSIBLY,
} from '../../../generate/index';
import type { Change, ChangedSchemas } from '../change';
import { pairOperations, type Versions } from '../versions';
import { valueSchema } from '../../../samples/requests/sample-values';
import { type PlacePair, pairsWithin, placePair, valuesWithin } from '../schemas/place-pairs';
import { meaningOf } from './tally';
import type { VersionJudge } from './version-judge';

/** An operation of the base, its revision, and the changes that exchanges may meet. */
export interface OperationPlan {
  readonly base: Operation;
  /** Absent if it was removed. */
  readonly revision?: Operation;
  /** Changes that requests meet, later also those found in the traffic. */
  readonly ofRequests: Change[];
  readonly ofResponses: readonly Change[];
  /** Parts of requests by which the revision may reject what the base accepts. */
  readonly parts: readonly ChangedPart[];
  /** The places in values that a change of a part is about. */
  readonly places: ReadonlyMap<Change, ChangedPlace>;
  /** Names of removed properties of requests. */
  readonly removedNames: ReadonlySet<string>;
  /** Security requirements that no longer suffice, by the change. */
  readonly lostRequirements: ReadonlyMap<Change, LostRequirement>;
}

/** The plans of a base's operations, by operationId. */
export function operationPlans(
  base: VersionJudge,
  revision: VersionJudge,
  changes: readonly Change[],
): Map<string, OperationPlan> {
  const versions = { base: base.document, revision: revision.document };
  const { operations } = base.document.loaded;
  const { both } = pairOperations(operations, revision.document.loaded.operations);
  const revised = new Map(both.map((pair) => [pair.base, pair.revision]));
  return new Map(
    operations.map((operation) => {
      const other = revised.get(operation);
      const { method, path } = other ?? operation;
      const own = changes.filter((change) => change.operation === `${method} ${path}`);
      const plan = {
        ...{ base: operation, ...(other && { revision: other }) },
        ofRequests: own.filter((change) => meaningOf(change)?.kind === 'requests'),
        ofResponses: own.filter((change) => meaningOf(change)?.kind === 'responses'),
        parts: other === undefined ? [] : changedParts(revision.document.loaded, other, own),
        places: placesOf(versions, own),
        removedNames: removedNames(own),
        lostRequirements: lostRequirements(versions, operation, other, own),
      };
      return [operation.operationId, plan];
    }),
  );
}

function placesOf(versions: Versions, changes: readonly Change[]): OperationPlan['places'] {
  const counted = changes.filter((change) => meaningOf(change) !== undefined);
  const places = new Map<Change, ChangedPlace>();
  for (const change of counted) {
    const place = changedPlace(change, versions);
    if (place !== undefined) places.set(change, place);
  }
  return places;
}

function removedNames(changes: readonly Change[]): OperationPlan['removedNames'] {
  const removed = changes.filter(
    ({ rule, schemas }) => rule === 'property-removed' && schemas?.direction === 'request',
  );
  return new Set(removed.map(({ instance = '' }) => pointerKeys(instance).at(-1) ?? ''));
}

/** Changes and requirements are in the order of the base's security requirements. */
function lostRequirements(
  versions: Versions,
  base: Operation,
  revision: Operation | undefined,
  changes: readonly Change[],
): OperationPlan['lostRequirements'] {
  const added = changes.filter(({ rule }) => rule === 'security-added');
  if (revision === undefined || added.length === 0) return new Map();
  const compared = comparedRequirements({ base, revision, versions, sender: 'client' });
  return new Map(
    added.flatMap((change, index) => {
      const had = compared.lost[index];
      return had === undefined ? [] : [[change, { ...compared, had }] as const];
    }),
  );
}

/** A part of a request whose schema changed or is new. */
export interface ChangedPart {
  readonly schemas: ChangedSchemas;
  /** With the revision's name; absent for the body. */
  readonly parameter?: { readonly in: string; readonly name: string };
}

/** The parts of an operation's requests by which a revision may reject what the base accepts. */
function changedParts(
  { resolver }: LoadedContract,
  revision: Operation,
  changes: readonly Change[],
): ChangedPart[] {
  const parts = new Map<string, ChangedPart>();
  const add = (schemas: ChangedSchemas): void => {
    const parameter = revision.parameters.find((each) => valueSchema(each) === schemas.revision);
    if (parts.has(schemas.revision)) return;
    parts.set(schemas.revision, { schemas, ...(parameter && { parameter: nameOf(parameter) }) });
  };
  for (const { rule, schemas, pointer } of changes) {
    if (schemas?.direction === 'request') add(schemas);
    if (rule !== 'parameter-added' && rule !== 'request-body-added') continue;
    const { value } = resolver.resolve(pointer);
    const added =
      rule === 'parameter-added'
        ? [valueSchema({ value, pointer })]
        : Object.keys(asObject(value.content)).map((name) =>
            childPointer(
              resolver.resolve(childPointer(pointer, 'content', name)).pointer,
              'schema',
            ),
          );
    for (const each of added) add({ revision: each, direction: 'request' });
  }
  return [...parts.values()];
}

function nameOf({ value }: Located): NonNullable<ChangedPart['parameter']> {
  return { in: String(value.in), name: String(value.name) };
}

/** The places in values that a change is about: each use of its schemas. */
interface ChangedPlace {
  /** Schemas of whole values. */
  readonly start: PlacePair;
  readonly pairs: ReadonlySet<PlacePair>;
  /** Name of a property of the values at the pairs, if it has no pair itself. */
  readonly name?: string;
}

/** @returns undefined for a change of whole values */
function changedPlace(
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

/** The values at a place within a value; undefined for each object that lacks it. */
export function valuesAtPlace({ start, pairs, name }: ChangedPlace, value: unknown): unknown[] {
  const found = [...valuesWithin(start, value)].filter(([pair]) => pairs.has(pair));
  const values = found.map(([, each]) => each);
  if (name === undefined) return values;
  return values
    .filter(isJsonObject)
    .map((each) => (Object.hasOwn(each, name) ? each[name] : undefined));
}

/** A security requirement that no longer suffices, and the operation's requirements. */
export interface LostRequirement extends ComparedRequirements {
  readonly had: Requirement;
}
