import type { Resource } from '../../../resources/index';
import { makeItem } from '../items';
import type { Steps } from '../steps';

/** Lists what lies within something new, which has none yet: some services say null then, or fail. */
export async function listEmpty(steps: Steps, { list, parent }: Resource): Promise<void> {
  if (list === undefined || parent === undefined || parent.isSingle) return;
  const made = await makeItem(steps, parent);
  if (made !== undefined) await steps.call('lists what is empty', list, made.item.keys);
}
