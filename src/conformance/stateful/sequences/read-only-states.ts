import { quote } from '../../../contract';
import { asObject, isJsonObject } from '../../../generate/index';
import {
  isMarked,
  keywordOf,
  membersOf,
  partAt,
  type Resource,
  responseSchema,
} from '../../../resources/index';
import { isEqual, isState, shown } from '../compare';
import { unwrapped } from '../identity';
import { bodyFor, create, makeItem, readCreated } from '../items';
import type { Step, Steps } from '../steps';
import { tell } from '../verdict';

/**
 * Which of the creations in a row carry another state. One alone shows nothing, since a service may choose
 * states by itself, such as `isDefault` for the first one; none that it would choose goes by these turns.
 */
const TURNS = [false, true, true, false, false, true, false, true];

/** What a service may choose a state by is other text each time; so is what is created. */
type States = ReadonlyMap<string, unknown>;

/**
 * Creates things with other values for the readOnly members that have few, such as `isAdmin`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#schema-object
 */
export async function sendReadOnlyStates(steps: Steps, resource: Resource): Promise<void> {
  if (resource.create === undefined || resource.isSingle) return;
  const before = (await makeItem(steps, resource))?.reading;
  if (before === undefined) return;
  let states: States = otherStates(steps, before);
  const exchanges: Step[] = [];
  for (const isForged of TURNS) {
    if (states.size === 0) return;
    const turn = await createWith(steps, resource, isForged ? states : new Map());
    if (turn === undefined) return;
    const came = unwrapped(turn.reading.json);
    states = new Map(
      [...states].filter(([name, value]) => isEqual(came[name], value) === isForged),
    );
    exchanges.push(turn.creation, turn.reading);
  }
  const [state] = states;
  if (state === undefined) return;
  const [name, value] = state;
  const message = `${quote(name)} is readOnly, and is what is sent whenever it is: ${shown(value)}`;
  tell(steps, resource, 'read-only-kept', message, exchanges.slice(0, 4));
}

interface Turn {
  readonly creation: Step;
  readonly reading: Step;
}

async function createWith(
  steps: Steps,
  resource: Resource,
  states: States,
): Promise<Turn | undefined> {
  const plain = resource.create && bodyFor(steps, resource.create, steps.variation());
  if (!isJsonObject(plain)) return undefined;
  const body = { ...plain, ...Object.fromEntries(states) };
  const created = await create(steps, resource, { body });
  const made = created && (await readCreated(steps, created)).made;
  if (made === undefined) return undefined;
  steps.made.push(made.item);
  const { creation, reading } = made;
  return creation && reading && { creation, reading };
}

/** For each readOnly member with few values, another one than it has. */
function otherStates({ run }: Steps, reading: Step): States {
  const { loaded } = run.judged;
  const pointer = responseSchema(loaded, reading.operation, reading.status);
  if (pointer === undefined) return new Map();
  const was = asObject(unwrapped(reading.json));
  const members = [...membersOf(loaded, partAt(loaded, pointer))];
  const found = members.flatMap(([name, part]): [string, unknown][] => {
    const value = was[name];
    if (value === undefined || !isMarked(part, 'readOnly') || !isState(part, value)) return [];
    const all = typeof value === 'boolean' ? [!value] : keywordOf(part, 'enum').flat();
    const others = all.filter((each) => each !== null && !isEqual(each, value));
    return others.slice(0, 1).map((other) => [name, other]);
  });
  return new Map(found);
}
