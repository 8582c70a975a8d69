import { canonicalText } from 'openapi-trellis/tools';
import type { Change } from './change';

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
  return { shown, operations: [...new Set(changes.map(({ operation }) => operation))] };
}

/** Longer lists name only the first two operations. */
const MOST_NAMED = 3;

/** The operations of a group: `GET /a, POST /b and 119 more`. */
export function operationsText({ operations }: Pick<ChangeGroup, 'operations'>): string {
  if (operations.length <= MOST_NAMED) return operations.join(', ');
  const named = operations.slice(0, MOST_NAMED - 1);
  return `${named.join(', ')} and ${operations.length - named.length} more`;
}
