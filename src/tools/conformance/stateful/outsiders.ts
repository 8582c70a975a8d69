import { asObject, without } from '../../document';
import { changedNames } from './entity-tags';
import { bodyFor, type UsableItem } from './items';
import { ifMatch, isMissing, type Step, type Steps, type StatefulIdentity } from './steps';

/** Where an outsider tries to access an item: a path or a caller that must not reach it. */
export interface Outside {
  readonly keys: readonly unknown[];
  readonly who?: StatefulIdentity;
  /** Members that would have another meaning there. */
  readonly without?: readonly string[];
}

/** An access that succeeded although it must not. */
export interface Shown {
  readonly message: string;
  readonly steps: readonly Step[];
}

/** @returns undefined if the item has not changed to a value sent from outside */
export async function changedFrom(
  steps: Steps,
  { item, reading }: UsableItem,
  { keys, who = 'caller', without: others = [] }: Outside,
): Promise<Shown | undefined> {
  const operation = item.resource.change ?? item.resource.replace;
  if (operation === undefined || reading === undefined) return undefined;
  const before = await steps.repeat('reads it again', reading);
  const body = without(asObject(bodyFor(steps, operation, steps.variation())), ...others);
  const sent = { who, body, headers: ifMatch(before) };
  const change = await steps.call('changes it from outside', operation, keys, sent);
  const after = await steps.repeat('reads what was to stay', reading);
  const isChanged = change.isSuccess && changedNames(change, before, after).length > 0;
  if (!isChanged || !after.isSuccess) return undefined;
  return { message: `it was changed (${change.status})`, steps: [before, change, after] };
}

/** @returns undefined if the item still exists */
export async function removedFrom(
  steps: Steps,
  { item, reading }: UsableItem,
  { keys, who = 'caller' }: Outside,
): Promise<Shown | undefined> {
  const { remove } = item.resource;
  if (remove === undefined || reading === undefined) return undefined;
  const before = await steps.repeat('reads it again', reading);
  const options = { who, headers: ifMatch(before) };
  const removal = await steps.call('removes it from outside', remove, keys, options);
  if (!before.isSuccess || !removal.isSuccess) return undefined;
  await steps.pause();
  const after = await steps.repeat('reads what was to stay', reading);
  if (!isMissing(after)) return undefined;
  return { message: `it was removed (${removal.status})`, steps: [before, removal, after] };
}
