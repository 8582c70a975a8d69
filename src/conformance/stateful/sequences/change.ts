import { canonicalText, quote } from '../../../contract';
import {
  asObject,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
} from '../../../generate/index';
import {
  isMarked,
  keywordOf,
  memberOf,
  type Part,
  partAt,
  type Resource,
  responseSchema,
} from '../../../resources/index';
import { describeDifference, isEmpty, shown } from '../compare';
import { isDone, makeItem } from '../items';
import { compareSteps, damages, thingIn } from '../round-trip';
import { ifMatch, type Step, type Steps } from '../steps';
import { tell } from '../verdict';
import { patchesOf } from './patches';

/** Changes one member after the other by PATCH; with merge patches also within members, and to nothing. */
export async function change(steps: Steps, resource: Resource): Promise<void> {
  const { change: patch, read } = resource;
  if (patch === undefined || read === undefined) return;
  const made = await makeItem(steps, resource);
  if (made?.reading === undefined) return;
  let before = made.reading;
  const perform = async (body: JsonObject): Promise<Change | undefined> => {
    const options = { body, headers: ifMatch(before) };
    const writing = await steps.call('changes it', patch, made.item.keys, options);
    if (!isDone(writing)) return undefined;
    const after = await steps.call('reads what was changed', read, made.item.keys);
    if (!after.isSuccess) return undefined;
    const done = { before, writing, after };
    before = after;
    return done;
  };
  for (const body of patchesOf(steps, patch, made.reading)) {
    const done = await perform(body);
    if (done === undefined) continue;
    const [difference] = isWithoutEffect(steps, done)
      ? compareSteps(steps, done.writing, done.after)
      : damages(steps, resource, done.writing, done.after);
    if (difference !== undefined) {
      const message = `PATCH: ${describeDifference(difference)}`;
      tell(steps, resource, 'patch-is-applied', message, [done.writing, done.after]);
      return;
    }
    if (isMergePatch(done.writing) && tellOfMerge(steps, resource, done)) return;
  }
}

interface Change {
  readonly before: Step;
  readonly writing: Step;
  readonly after: Step;
}

/** True where nothing at all is other than before, though what was sent is. */
function isWithoutEffect(steps: Steps, { before, writing, after }: Change): boolean {
  const isSame = canonicalText(before.json ?? null) === canonicalText(after.json ?? null);
  const wanted = Object.keys(asObject(writing.sent)).length;
  return isSame && compareSteps(steps, writing, after).length === wanted;
}

function isMergePatch({ exchange }: Step): boolean {
  const { headers } = exchange.testCase.request;
  return headers.some(([, value]) => value.startsWith('application/merge-patch+json'));
}

/** @returns true when the rule is broken. @see https://www.rfc-editor.org/rfc/rfc7396#section-2 */
function tellOfMerge(
  steps: Steps,
  resource: Resource,
  { before, writing, after }: Change,
): boolean {
  const { loaded } = steps.run.judged;
  const pointer = responseSchema(loaded, after.operation, after.status);
  if (pointer === undefined) return false;
  const root = partAt(loaded, pointer);
  const [was, is] = [before, after].map(({ json }) => thingIn(loaded, root, json, writing.sent));
  if (was === undefined || is === undefined) return false;
  const fault = mergeFault(loaded, was.part, writing.sent, was.value, is.value);
  if (fault === undefined) return false;
  tell(steps, resource, 'merge-patch', fault, [before, writing, after]);
  return true;
}

/** What a merge left that it should remove, or removed that it should leave; at any depth. */
function mergeFault(
  loaded: LoadedContract,
  part: Part,
  patch: unknown,
  was: unknown,
  is: unknown,
): string | undefined {
  if (!isJsonObject(patch) || !isJsonObject(was) || !isJsonObject(is)) return undefined;
  for (const [name, before] of Object.entries(was)) {
    const member = memberOf(loaded, part, name);
    if (member === undefined || isMarked(member, 'readOnly') || isEmpty(before)) continue;
    const after = is[name];
    if (!(name in patch)) {
      if (after === undefined || after === null)
        return `a merge patch without ${quote(name)} removed it: it was ${shown(before)}`;
    } else if (patch[name] === null) {
      const isDefault = keywordOf(member, 'default').length > 0;
      if (!isDefault && after !== undefined && canonicalText(after) === canonicalText(before))
        return `a merge patch with null for ${quote(name)} did not remove it: it is ${shown(after)}`;
    } else {
      const inner = mergeFault(loaded, member, patch[name], before, after);
      if (inner !== undefined) return `in ${quote(name)}, ${inner}`;
    }
  }
  return undefined;
}
