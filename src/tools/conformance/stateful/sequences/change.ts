import { canonicalText, quote } from 'openapi-trellis/tools';
import { asObject, isJsonObject, type JsonObject, type Operation } from '../../../document';
import type { LoadedContract } from '../../../validators';
import {
  isMarked,
  keywordOf,
  memberOf,
  membersOf,
  type ValuePart,
  partAt,
  requestSchema,
  type Resource,
} from '../../../resources';
import { describeDifference, isEmpty, isEqual, isState, shown, thingIn } from '../../../judge';
import { tellOfTag } from '../entity-tags';
import { unwrapped } from '../identity';
import { bodyFor, isDone, makeItem } from '../items';
import { compareSteps, damages } from '../round-trip';
import { hasSameJson, ifMatch, responsePart, type Step, type Steps } from '../steps';

/** Changes members one after another by PATCH; with merge patches also nested members, and members to null. */
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
    tellOfTag(steps, [before, writing, after]);
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
      steps.report('patch-is-applied', message, [done.writing, done.after]);
      return;
    }
    if (isMergePatch(done.writing) && tellOfMerge(steps, done)) return;
    if (tellOfOthers(steps, resource, done)) return;
  }
}

interface Change {
  readonly before: Step;
  readonly writing: Step;
  readonly after: Step;
}

/** True if nothing has changed, although every value that was sent differs. */
function isWithoutEffect(steps: Steps, { before, writing, after }: Change): boolean {
  const wanted = Object.keys(asObject(writing.sent)).length;
  return hasSameJson(before, after) && compareSteps(steps, writing, after).length === wanted;
}

function isMergePatch({ exchange }: Step): boolean {
  const { headers } = exchange.testCase.request;
  return headers.some(([, value]) => value.startsWith('application/merge-patch+json'));
}

/** @returns true if the rule is broken. @see https://www.rfc-editor.org/rfc/rfc7396#section-2 */
function tellOfMerge(steps: Steps, { before, writing, after }: Change): boolean {
  const { loaded } = steps;
  const root = responsePart(steps, after);
  if (root === undefined) return false;
  const [was, is] = [before, after].map(({ json }) => thingIn(loaded, root, json, writing.sent));
  if (was === undefined || is === undefined) return false;
  const fault = mergeFault(loaded, was.part, writing.sent, was.value, is.value);
  if (fault === undefined) return false;
  steps.report('merge-patch', fault, [before, writing, after]);
  return true;
}

/**
 * Reports a member that was not in the patch and is now missing, empty or its default. Only considers members
 * that the patch could contain and that came back as sent before.
 *
 * @returns true if the rule is broken
 */
function tellOfOthers(
  steps: Steps,
  resource: Resource,
  { before, writing, after }: Change,
): boolean {
  const { loaded } = steps;
  const pointer = requestSchema(loaded, writing.operation);
  if (pointer === undefined || !isPartial(steps, resource, pointer)) return false;
  const [was, is] = [before, after].map(({ json }) => unwrapped(json));
  const lost = [...membersOf(loaded, partAt(loaded, pointer))].find(([name, part]) => {
    const value = was?.[name];
    if (name in asObject(writing.sent) || value === undefined || isEmpty(value)) return false;
    if (isState(part, value) || !steps.observations.isEchoed(resource, `/${name}`)) return false;
    const now = is?.[name] ?? null;
    const isDefault = keywordOf(part, 'default').some((each) => isEqual(each, now));
    return !isEqual(value, now) && (isEmpty(now) || isDefault);
  });
  if (lost === undefined) return false;
  const [name] = lost;
  const message = `PATCH without ${quote(name)} changed it from ${shown(was?.[name])} to ${shown(is?.[name] ?? null)}`;
  const check = isMergePatch(writing) ? 'merge-patch' : 'patch-is-partial';
  steps.report(check, message, [before, writing, after]);
  return true;
}

/** True if a patch need not be a whole item: PUT is for that, or a creation requires more members. */
function isPartial({ loaded }: Steps, { create, replace }: Resource, pointer: string): boolean {
  const needs = (at: string | undefined): unknown[] =>
    at === undefined ? [] : keywordOf(partAt(loaded, at), 'required').flat();
  const created = create && requestSchema(loaded, create);
  return needs(pointer).length === 0 && (replace !== undefined || needs(created).length > 0);
}

/** Describes a member, at any depth, that a merge patch wrongly kept or removed. */
function mergeFault(
  loaded: LoadedContract,
  part: ValuePart,
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

const MAX_PATCHES = 5;
const MAX_SINGLES = 2;

/** Number of bodies that are generated to find differing lists. */
const BODIES = 16;

/**
 * Valid patches: parts of members, all members, single members, two lists for one member, and members as null.
 *
 * @param reading the item before the patches
 */
function patchesOf(steps: Steps, patch: Operation, reading: Step): JsonObject[] {
  const { loaded, maker } = steps;
  const pointer = requestSchema(loaded, patch);
  const [whole, ...others] = Array.from({ length: BODIES }, () =>
    bodyFor(steps, patch, steps.variation()),
  ).filter(isJsonObject);
  if (pointer === undefined || whole === undefined) return [];
  const isRight = (body: JsonObject): boolean => maker.takes(pointer, 'request', body);
  const root = partAt(loaded, pointer);
  const isStated = (name: string): boolean => memberOf(loaded, root, name) !== undefined;
  const lists = listPatches([whole, ...others]).filter((pair) => pair.every(isRight));
  const removals = Object.keys(whole).map((name) => ({ [name]: null }));
  const singles = Object.keys(whole).flatMap((name) => {
    const value = others.map((body) => body[name]).find((each) => typeof each !== 'object');
    return value === undefined ? [] : [{ [name]: value }];
  });
  return [
    ...partPatches(reading, isStated).filter(isRight).slice(0, MAX_PATCHES),
    whole,
    ...singles.filter(isRight).slice(0, MAX_SINGLES),
    ...lists.slice(0, MAX_PATCHES).flat(),
    ...removals.filter(isRight).slice(0, MAX_PATCHES),
  ];
}

/** Patches for parts of members, without undocumented ones, which may be dropped. */
function partPatches({ json }: Step, isStated: (name: string) => boolean): JsonObject[] {
  const members = Object.entries(unwrapped(json)).filter(([name]) => isStated(name));
  return members.flatMap(([name, value]) =>
    Object.entries(asObject(value)).flatMap(([inner, part]) => [
      { [name]: { [inner]: part } },
      { [name]: { [inner]: null } },
    ]),
  );
}

/** Two lists for a member, the second without an item of the first: some services append to a list. */
function listPatches(bodies: readonly JsonObject[]): [JsonObject, JsonObject][] {
  const names = [...new Set(bodies.flatMap((body) => Object.keys(body)))];
  return names.flatMap((name) => {
    const lists = bodies.map((body) => body[name]).filter((list) => Array.isArray(list));
    const [first] = lists.filter(({ length }) => length > 0);
    const second = lists.find((list) => first?.some((item) => !holds(list, item)));
    return second === undefined ? [] : [[{ [name]: first }, { [name]: second }]];
  });
}

function holds(list: readonly unknown[], item: unknown): boolean {
  return list.some((each) => canonicalText(each) === canonicalText(item));
}
