import { type Operation, plainText } from '../../../document';
import { type Resource, returnsSame, shapeOf } from '../../../resources';
import { describeDifference, type Difference } from '../../../judge';
import { unwrapped } from '../identity';
import { isDone, makeItem, removeItem } from '../items';
import { mayContain } from '../listing';
import { compareSteps, VOLATILE } from '../round-trip';
import { isMissing, type Steps } from '../steps';

/** The end of the path of an action that undoes a removal. */
const RESTORES =
  /^[/:](?:restore|recover|reinstate|un-?(?:delete|remove|archive|trash)|undo-?delet(?:e|ion))$/i;

/** Members that a restoration may change: what a service changes on its own, the place, and the owner. */
const CHANGED = RegExp(
  `${VOLATILE.source}|ids?$|order|position|rank|owner|parent|folder|group`,
  'i',
);

/** Restores what was removed, which then is there again as it was. */
export async function restore(steps: Steps, resource: Resource): Promise<void> {
  const action = restoring(steps, resource);
  if (action === undefined) return;
  const made = await makeItem(steps, resource);
  if (made?.creation === undefined || made.reading === undefined) return;
  const { item, creation, reading } = made;
  const others = new Set(compareSteps(steps, creation, reading).map(({ place }) => place));
  const removed = await removeItem(steps, made);
  if (removed === undefined) return;
  const restoration = await steps.call('restores what was removed', action, item.keys);
  // Some services restore it as another item.
  const isOther = !mayContain({ items: [unwrapped(restoration.json)] }, item);
  if (!isDone(restoration) || isOther) return;
  const isLost = ({ place, sent, came }: Difference): boolean =>
    !CHANGED.test(place) && !others.has(place) && !plainText(came).startsWith(plainText(sent));
  const found = await steps.twice(async () => {
    const step = await steps.repeat('reads what was restored', reading);
    const lost = step.isSuccess && compareSteps(steps, creation, step).find(isLost);
    const fault = lost ? describeDifference(lost) : `it is missing: ${step.status}`;
    return lost || isMissing(step) ? { step, fault } : undefined;
  });
  if (found === undefined) return;
  const message = `what was removed is said to be restored (${restoration.status}), and ${found.fault}`;
  const shown = [...removed, restoration, found.step];
  steps.report('restored-is-back', message, [creation, ...shown]);
}

/** The action that restores an item, by its path and its response. */
export function restoring(
  { loaded }: Steps,
  { itemPath = '', read }: Resource,
): Operation | undefined {
  const shape = shapeOf(itemPath);
  return loaded.operations.find(
    (each) =>
      read !== undefined &&
      ['POST', 'PUT'].includes(each.method) &&
      shapeOf(each.path).startsWith(shape) &&
      RESTORES.test(shapeOf(each.path).slice(shape.length)) &&
      !('requestBody' in each.value) &&
      returnsSame(loaded, each, read),
  );
}
