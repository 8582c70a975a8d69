import { failureKinds, memoize, pointerKeys } from '../contract';
import { isJsonObject, type JsonObject } from '../generate/index';
import type { Exchange, Phase } from './exchange';

/**
 * What tells two faults apart that break one rule in one operation with one status. It is the same in each
 * run, whatever the seed: it has no values and no ids.
 */
export interface Cause {
  /** What the request is about, or what of the response is wrong. */
  readonly place: string;
  /** What the response says. Only where the place is one of the request, which may not be why it fails. */
  readonly said?: string;
}

/** Of a request that is about nothing in particular. */
export const PLAIN = 'a valid request';

const PHASES: Readonly<Record<Phase, string | undefined>> = {
  coverage: undefined,
  random: 'a valid request at random',
  stateful: 'a valid request in a sequence',
  recorded: PLAIN,
};

/** Keywords of which a valid value is one like any other: it is about the schema. */
const OF_VALUES = ['type', 'format', 'items'];

/** What of the input a request is about: the place and the keyword that it breaks, or what it covers. */
export function inputPlace({ testCase, judgement }: Exchange, document: JsonObject): string {
  const { phase, about, covers, title } = testCase;
  if (about !== undefined) return about;
  if (judgement.expected === 'refusal') {
    const [fault] = judgement.faults;
    const kind = Object.entries(failureKinds).find(([, each]) => each === judgement.kind)?.[0];
    if (fault === undefined) return kind ?? '';
    const { in: part = '', name, pointer = '', keyword, missing } = fault;
    const where = part === 'body' ? placeInValue(pointer, document) : name;
    return [part, where, keyword ?? kind, missing].filter(Boolean).join(' ');
  }
  const [part] = covers;
  if (part === undefined) return PHASES[phase] ?? title;
  return OF_VALUES.includes(part.keyword) ? part.pointer.replace(/\/[^/]*$/, '') : part.pointer;
}

/** A JSON Pointer into a value, with `*` for items, and for names that the document does not have. */
export function placeInValue(pointer: string, document: JsonObject): string {
  const names = namesOf(document);
  return pointerKeys(pointer)
    .map((key) => `/${names.has(key) ? key : '*'}`)
    .join('');
}

const namesOf = memoize((document: JsonObject) => new Set(namesIn(document)));

function* namesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* namesIn(item);
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (!/^\d+$/.test(name)) yield name;
    yield* namesIn(member);
  }
}
