import {
  asObject,
  childPointer,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
  type Operation,
  withValueAt,
} from '../../../generate/index';
import {
  itemOf,
  keywordOf,
  memberOf,
  type Part,
  partAt,
  requestSchema,
  type Resource,
} from '../../../resources/index';
import { isState } from '../compare';
import { bodyFor, makeItem } from '../items';
import { tellOfRoundTrip } from '../round-trip';
import type { Steps } from '../steps';

/**
 * Values that are easily damaged on the way to where they are stored and back: beyond what a double holds,
 * characters of several code units, those that combine, that end strings elsewhere, or that are escaped;
 * and a time with an offset.
 */
const HARD_VALUES: readonly unknown[] = [
  9007199254740993n,
  -9223372036854775807n,
  1234567.125,
  0.1,
  12.75,
  98.0078125,
  '\u{1F331} \u{1D4B3}\u{1F469}\u200D\u{1F33E}',
  'Cafe\u0301 \u1E9B\u0323 \u212B',
  'a\0b',
  `<b>&amp;"'\\ %41 \${x}`,
  '2024-02-28T23:30:00+05:30',
];

/**
 * Creates items with such values, each in all members that take it, however deep, and compares what is read.
 */
export async function sendHardValues(steps: Steps, resource: Resource): Promise<void> {
  const { create: operation, read } = resource;
  if (operation === undefined || read === undefined) return;
  for (const hard of [...HARD_VALUES.map((value) => () => value), longest]) {
    const plain = bodyFor(steps, operation, steps.variation());
    const body = withHardValue(steps, operation, plain, hard);
    if (body === undefined) continue;
    const made = await makeItem(steps, resource, { body });
    if (made !== undefined) tellOfRoundTrip(steps, made);
  }
}

/** A text as long as the schema lets it be, which shows where it is cut. */
function longest(part: Part): string {
  const bounds = keywordOf(part, 'maxLength').map(Number);
  return 'm'.repeat(Math.min(...bounds, MAX_LENGTH));
}

const MAX_LENGTH = 1000;

/** Members whose values mean something to the service. */
const MEANT = /^(?:id|_id|uuid)$|id$|[a-z]Id$/;

/** @returns undefined where no member takes the value */
function withHardValue(
  { run }: Steps,
  operation: Operation,
  plain: unknown,
  hard: (part: Part) => unknown,
): JsonObject | undefined {
  const pointer = requestSchema(run.judged.loaded, operation);
  if (pointer === undefined || !isJsonObject(plain)) return undefined;
  const { loaded } = run.judged;
  let body: unknown = plain;
  for (const { place, part } of leavesIn(loaded, partAt(loaded, pointer), plain)) {
    const changed = withValueAt(body, place, hard(part));
    if (run.maker.errorOf(pointer, 'request', changed) === undefined) body = changed;
  }
  return body === plain ? undefined : asObject(body);
}

interface Leaf {
  /** JSON Pointer into the value. */
  readonly place: string;
  readonly part: Part;
}

/** What a value has that holds nothing else, but for states and what means something to the service. */
function* leavesIn(loaded: LoadedContract, part: Part, value: unknown, place = ''): Iterable<Leaf> {
  if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const of = MEANT.test(name) ? undefined : memberOf(loaded, part, name);
      if (of !== undefined) yield* leavesIn(loaded, of, member, childPointer(place, name));
    }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* leavesIn(loaded, itemOf(loaded, part, index), item, childPointer(place, index));
    }
  } else if (!isState(part, value)) {
    yield { place, part };
  }
}
