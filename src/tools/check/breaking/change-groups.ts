import { canonicalText, groupBy } from 'openapi-trellis/tools';
import { type Change, shownValue } from './change';

/** Changes of one rule and level at one place of a document, such as those of a component that many operations use. */
export interface ChangeGroup {
  /** The change shown: the first, or the first with a witness. */
  readonly shown: Change;
  /** The operations of the changes, each once. */
  readonly operations: readonly string[];
  /** The groups of the same change at other places, if there are many. */
  readonly others: readonly ChangeGroup[];
}

/** Groups changes to be reported once, in the order of the first changes. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const places = groupBy(changes, (change) => {
    const { rule, level, version, pointer } = change;
    return [rule, level, version, pointer, saidOf(change)].join(' ');
  });
  return manyAsOne([...places.values()].map(groupOf), ({ shown }) => kindOf(shown));
}

/** Those of the same kind as one, the first with the others, if there are many. */
export function manyAsOne<Each extends { readonly others?: readonly object[] }>(
  all: readonly Each[],
  kindOf: (each: Each) => string,
): Each[] {
  return [...groupBy(all, kindOf).values()].flatMap((kind) => {
    const [first, ...others] = kind;
    return first === undefined || kind.length <= MOST_NAMED ? kind : [{ ...first, others }];
  });
}

/** What a change has in common with the same change at another place. Whole operations are told one by one. */
function kindOf(change: Change): string {
  const { rule, level, version, pointer, message, witness, schemas } = change;
  const [meaning = ''] = /, since the discriminator .*$/s.exec(message) ?? [];
  const text = message.replace(pointer, '').replace(/ at "\/[^"]*"/, '');
  const isWhole = /^the (?:operation|webhook|callback) /.test(message);
  const said = isWhole ? pointer + message : witness === undefined ? text : saidOf(change);
  return canonicalText([rule, level, version, schemas?.direction ?? '', said, meaning]);
}

/** The part of a change's message that does not depend on its place. */
function saidOf({ witness, schemas, message }: Change): string {
  if (witness === undefined) return schemas === undefined ? message : '';
  return `${witness.error.keyword} ${canonicalText(witness.error.params)}`;
}

function groupOf(changes: readonly Change[]): ChangeGroup {
  const shown = changes.find(({ witness }) => witness !== undefined) ?? changes[0];
  if (shown === undefined) throw new Error('A group has no changes');
  const operations = [...new Set(changes.map(({ operation }) => operation))];
  return { shown, operations, others: [] };
}

/** Longer lists name only the first two operations, and the same change at more places is of one group. */
const MOST_NAMED = 3;

/** The groups of a change, one for each of its places. */
export function everyPlaceOf(group: ChangeGroup): ChangeGroup[] {
  return [group, ...group.others];
}

/** The operations, the message and the example of a group, of all its places. */
export function groupText(
  group: ChangeGroup,
): Record<'operations' | 'message' | 'example', string> {
  const { message, witness } = group.shown;
  const operations = [...new Set(everyPlaceOf(group).flatMap((each) => each.operations))];
  const count = group.others.length === 0 ? '' : `, at ${group.others.length + 1} places`;
  return {
    operations: operationsText({ operations }),
    message: message + count,
    example: witness === undefined ? '' : shownValue(witness.value),
  };
}

/** The operations of a group: `GET /a, POST /b and 119 more`. */
export function operationsText({ operations }: Pick<ChangeGroup, 'operations'>): string {
  if (operations.length <= MOST_NAMED) return operations.join(', ');
  const named = operations.slice(0, MOST_NAMED - 1);
  return `${named.join(', ')} and ${operations.length - named.length} more`;
}
