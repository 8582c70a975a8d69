import { pointerKeys } from '../../../contract';
import type { Operation } from '../../../generate/index';
import type { Change } from '../change';
import { comparedRequirements } from '../operations/compare-security';
import { pairOperations } from '../operations/operation-pairs';
import type { Versions } from '../version';
import { type ChangedPart, changedParts } from './changed-parts';
import type { LostRequirement } from './met-by-credentials';
import { type ChangedPlace, changedPlace } from './places-in-value';
import { meaningOf } from './relation-of';
import type { VersionJudge } from './version-judge';

/** An operation of the base, what became of it, and the changes that exchanges may meet. */
export interface OperationPlan {
  readonly base: Operation;
  /** Absent where it was removed. */
  readonly revision?: Operation;
  /** Changes that requests meet; those that traffic shows are added. */
  readonly ofRequests: Change[];
  readonly ofResponses: readonly Change[];
  /** Parts of requests by which the revision may refuse what the base takes. */
  readonly parts: readonly ChangedPart[];
  /** Where values have what a change of a part of them is about. */
  readonly places: ReadonlyMap<Change, ChangedPlace>;
  /** Names of the properties of requests that are gone. */
  readonly removedNames: ReadonlySet<string>;
  /** Security requirements that are no longer enough, by the change. */
  readonly lostRequirements: ReadonlyMap<Change, LostRequirement>;
}

/** What became of the operations of a base, by operationId. */
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

/** Both are in the order of the security requirements of the base. */
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
