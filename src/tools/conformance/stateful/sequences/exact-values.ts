import {
  leastOf,
  asObject,
  childPointer,
  isJsonObject,
  type JsonObject,
  type Operation,
  withValueAt,
} from '../../../document';
import type { LoadedContract } from '../../../validators';
import {
  itemOf,
  keywordOf,
  memberOf,
  type ValuePart,
  partAt,
  requestSchema,
  type Resource,
  textSchema,
} from '../../../resources';
import { isDamage, isState, shown, mediaTypeOf } from '../../../judge';
import { bodyFor, isDone, parentKeys, makeItem } from '../items';
import { tellOfRoundTrip } from '../round-trip';
import type { Step, Steps } from '../steps';

/**
 * Values that are easily damaged when stored: numbers beyond a double, characters of several code units, combining
 * characters, string terminators of other languages, characters to escape, and a time with an offset.
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

/** Names that are easily changed when stored: cases, separators, and a letter beyond ASCII. */
const HARD_NAMES = [
  'Content-Type',
  'camelCase',
  'UPPER',
  'with space',
  'with.dot',
  '\u00FCn\u00EF',
];

/**
 * Creates items with hard values in all members that accept them, and with hard names in maps, at any depth, and
 * compares the readings.
 */
export async function sendHardValues(steps: Steps, resource: Resource): Promise<void> {
  const { create: operation, read } = resource;
  if (operation === undefined || read === undefined) return;
  const values = [...HARD_VALUES.map((value) => () => value), longest].map(inLeaves);
  for (const hard of [...values, ...HARD_NAMES.map(inMaps)]) {
    const plain = bodyFor(steps, operation, steps.variation());
    const body = withHardValue(steps, operation, plain, hard);
    if (body === undefined) continue;
    const made = await makeItem(steps, resource, { body });
    if (made !== undefined) tellOfRoundTrip(steps, made);
  }
}

/** What to send in place of a part of a value; undefined to leave it. */
type Hard = (given: Given) => unknown;

interface Given {
  readonly place: string;
  readonly part: ValuePart;
  readonly value: unknown;
}

function inLeaves(hard: (part: ValuePart) => unknown): Hard {
  return ({ part, value }) => {
    const isLeaf = typeof value !== 'object' || value === null;
    return isLeaf && !isState(part, value) ? hard(part) : undefined;
  };
}

/** Maps whose names clients choose; those of headers, languages and the like may be spelled in one way. */
const OWN_NAMES =
  /(?:labels|annotations|attributes|properties|extras?|meta|metadata|custom_?(?:data|fields))$/i;

/** Words for names that are changed or dropped. */
const LIMITED = /case|normal|charact|letter|only|must|ignor|known|support|allow/i;

/** Adds a name to maps that clients fill freely, with the value of another name. */
function inMaps(name: string): Hard {
  return ({ place, part, value }) => {
    const [known] = isJsonObject(value) ? Object.values(value) : [];
    const stated = [...keywordOf(part, 'properties'), ...keywordOf(part, 'propertyNames')];
    const isLimited = stated.length > 0 || LIMITED.test(keywordOf(part, 'description').join());
    if (known === undefined || isLimited || !OWN_NAMES.test(place)) return undefined;
    return { ...asObject(value), [name]: known };
  };
}

/** A text of the maximum length, which shows whether it is cut. */
function longest(part: ValuePart): string {
  const bounds = keywordOf(part, 'maxLength').map(Number);
  return 'm'.repeat(leastOf(bounds, MAX_LENGTH));
}

const MAX_LENGTH = 1000;

/** Members whose values have a meaning for the service. */
const MEANT = /^(?:id|_id|uuid)$|id$|[a-z]Id$/;

/** @returns undefined if nothing accepts the value */
function withHardValue(
  { loaded, maker }: Steps,
  operation: Operation,
  plain: unknown,
  hard: Hard,
): JsonObject | undefined {
  const pointer = requestSchema(loaded, operation);
  if (pointer === undefined || !isJsonObject(plain)) return undefined;
  let body: unknown = plain;
  for (const given of partsIn(loaded, partAt(loaded, pointer), plain)) {
    const value = hard(given);
    if (value === undefined) continue;
    const changed = withValueAt(body, given.place, value);
    if (maker.takes(pointer, 'request', changed)) body = changed;
  }
  return body === plain ? undefined : asObject(body);
}

/** The parts of a value, except members with a meaning for the service. */
function* partsIn(
  loaded: LoadedContract,
  part: ValuePart,
  value: unknown,
  place = '',
): Iterable<Given> {
  yield { place, part, value };
  if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const of = MEANT.test(name) ? undefined : memberOf(loaded, part, name);
      if (of !== undefined) yield* partsIn(loaded, of, member, childPointer(place, name));
    }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* partsIn(loaded, itemOf(loaded, part, index), item, childPointer(place, index));
    }
  }
}

const HARD_TEXTS = [
  'plain text',
  'one\r\ntwo\nthree\rfour',
  'Cafe\u0301 \u1E9B\u0323 \u212B \u00FC\u20AC',
  '\u{1F331} \u{1D4B3}',
  'a\0b',
];

/** Stores plain text by PUT and compares it with the reading. */
export async function storeText(steps: Steps, resource: Resource): Promise<void> {
  const { replace: put, read } = resource;
  if (put === undefined || read === undefined) return;
  const { loaded, maker } = steps;
  const [sent, came] = [textSchema(loaded, put, 'request'), textSchema(loaded, read, 'response')];
  if (sent === undefined || came === undefined) return;
  const isTaken = (text: string): boolean => maker.takes(sent, 'request', text);
  const keys = await parentKeys(steps, resource);
  let kept: Step | undefined;
  for (const text of HARD_TEXTS.filter(isTaken)) {
    const writing = await steps.call('stores a text', put, keys, { body: text });
    if (!isDone(writing)) continue;
    const reading = await steps.call('reads the text', read, keys);
    if (!reading.isSuccess) continue;
    const stored = responseText(reading);
    if (stored === text) kept = writing;
    const difference = { place: '', sent: text, came: stored };
    if (stored.trim() === text.trim() || !(kept !== undefined || isDamage(difference))) continue;
    const message = `the text ${shown(text)} came back as ${shown(stored)}`;
    steps.report('round-trip-exact', message, [writing, reading]);
    return;
  }
  if (kept !== undefined && isTaken(LATIN1_TEXT)) await storeLatin1(steps, resource, kept);
}

const LATIN1_TEXT = 'Caf\u00E9 \u00FC';

/**
 * Stores a text in a charset other than UTF-8. A service need not accept it, but must not misread it.
 *
 * @param plain a request whose text was stored and came back unchanged
 */
async function storeLatin1(steps: Steps, resource: Resource, plain: Step): Promise<void> {
  const { replace: put, read } = resource;
  if (put === undefined || read === undefined) return;
  const { request } = plain.exchange.testCase;
  const headers = request.headers.map(([name, value]): readonly [string, string] =>
    name.toLowerCase() === 'content-type'
      ? [name, 'text/plain; charset=iso-8859-1']
      : [name, value],
  );
  const body = Buffer.from(LATIN1_TEXT, 'latin1');
  const writing = await steps.send('stores a text in ISO-8859-1', put, {
    request: { ...request, headers, body },
  });
  if (!isDone(writing)) return;
  const reading = await steps.call('reads the text', read, await parentKeys(steps, resource));
  const stored = responseText(reading);
  if (!reading.isSuccess || stored.trim() === LATIN1_TEXT) return;
  const message = `the text ${shown(LATIN1_TEXT)}, sent in ISO-8859-1 and taken, came back as ${shown(stored)}`;
  steps.report('round-trip-exact', message, [writing, reading]);
}

/** Decodes the body by the charset of the response. */
function responseText({ response }: Step): string {
  const charset = mediaTypeOf(response)?.parameters.charset ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(response.body);
  } catch {
    return response.body.toString('utf8');
  }
}
