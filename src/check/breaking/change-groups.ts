import { canonicalText } from '../../contract';
import type { Change } from './change';
import type { Recorded } from './traffic/recorded';

/** Changes of one rule and level at one place of a document, such as those of a component that many operations use. */
export interface ChangeGroup {
  /** The change shown: the first, or the first with a witness. */
  readonly shown: Change;
  /** The operations of the changes, each once. */
  readonly operations: readonly string[];
}

/** Groups changes to be reported once, in the order of the first changes. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const { rule, level, version, pointer } = change;
    const key = [rule, level, version, pointer, saidOf(change)].join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()].map(groupOf);
}

/** The part of a change's message that does not depend on its place. */
function saidOf({ witness, schemas, message }: Change): string {
  if (witness === undefined) return schemas === undefined ? message : '';
  return `${witness.error.keyword} ${canonicalText(witness.error.params)}`;
}

function groupOf(changes: readonly Change[]): ChangeGroup {
  const shown = changes.find(({ witness }) => witness !== undefined) ?? changes[0];
  if (shown === undefined) throw new Error('A group has no changes');
  const recorded = together(changes);
  return {
    shown: recorded === undefined ? shown : { ...shown, recorded },
    operations: [...new Set(changes.map(({ operation }) => operation))],
  };
}

/** An exchange belongs to one operation, and may meet several of its changes. */
function together(changes: readonly Change[]): Recorded | undefined {
  const first = changes.find(({ recorded }) => Number(recorded?.count) > 0) ?? changes[0];
  if (first?.recorded === undefined) return undefined;
  const { relation, kind } = first.recorded;
  const most = new Map<string, Recorded>();
  for (const { operation, recorded } of changes) {
    if (recorded?.relation !== relation || recorded.kind !== kind) continue;
    if (recorded.count >= (most.get(operation)?.count ?? 0)) most.set(operation, recorded);
  }
  const counted = [...most.values()];
  const unclear = sum(counted.map((each) => each.unclear ?? 0));
  return {
    ...first.recorded,
    count: sum(counted.map(({ count }) => count)),
    ...(unclear > 0 && { unclear }),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

/** Longer lists name only the first two operations. */
const MOST_NAMED = 3;

/** The operations of a group: `GET /a, POST /b and 119 more`. */
export function operationsText({ operations }: Pick<ChangeGroup, 'operations'>): string {
  if (operations.length <= MOST_NAMED) return operations.join(', ');
  const named = operations.slice(0, MOST_NAMED - 1);
  return `${named.join(', ')} and ${operations.length - named.length} more`;
}
