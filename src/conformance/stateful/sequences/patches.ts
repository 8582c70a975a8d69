import { canonicalText } from '../../../contract';
import { asObject, isJsonObject, type JsonObject, type Operation } from '../../../generate/index';
import { memberOf, partAt, requestSchema } from '../../../resources/index';
import { unwrapped } from '../identity';
import { bodyFor } from '../items';
import type { Step, Steps } from '../steps';

/** As many patches are sent of each kind. */
const MAX_PATCHES = 5;

/** Bodies in which lists are looked for that differ. */
const BODIES = 6;

/**
 * Patches as the schema takes them: of a part of a member, of all members, of each list twice, and of each
 * member to nothing.
 *
 * @param reading of the item as it is before
 */
export function patchesOf(steps: Steps, patch: Operation, reading: Step): JsonObject[] {
  const { run } = steps;
  const pointer = requestSchema(run.judged.loaded, patch);
  const [whole, ...others] = Array.from({ length: BODIES }, () =>
    bodyFor(steps, patch, steps.variation()),
  ).filter(isJsonObject);
  if (pointer === undefined || whole === undefined) return [];
  const isRight = (body: JsonObject): boolean =>
    run.maker.errorOf(pointer, 'request', body) === undefined;
  const root = partAt(run.judged.loaded, pointer);
  const isStated = (name: string): boolean => memberOf(run.judged.loaded, root, name) !== undefined;
  const lists = listPatches([whole, ...others]).filter((pair) => pair.every(isRight));
  const removals = Object.keys(whole).map((name) => ({ [name]: null }));
  return [
    ...partPatches(reading, isStated).filter(isRight).slice(0, MAX_PATCHES),
    whole,
    ...lists.slice(0, MAX_PATCHES).flat(),
    ...removals.filter(isRight).slice(0, MAX_PATCHES),
  ];
}

/** A member that the schema does not state may be dropped, and is left alone. */
function partPatches({ json }: Step, isStated: (name: string) => boolean): JsonObject[] {
  const members = Object.entries(unwrapped(json)).filter(([name]) => isStated(name));
  return members.flatMap(([name, value]) =>
    Object.entries(asObject(value)).flatMap(([inner, part]) => [
      { [name]: { [inner]: part } },
      { [name]: { [inner]: null } },
    ]),
  );
}

/** Two lists for a member, of which the second lacks what the first has: some services add to a list. */
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
