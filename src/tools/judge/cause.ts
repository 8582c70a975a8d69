import { failureKinds, memoize, pointerKeys, type RequestFault } from 'openapi-trellis/tools';
import { isJsonObject, type JsonObject } from '../document';
import type { Exchange, Phase } from './exchange';

/**
 * Distinguishes two faults that break the same rule in the same operation with the same status. A cause contains
 * no values and no ids, so it is the same in every run, whatever the seed.
 */
export interface Cause {
  /** The part of the input that the request is about, or the wrong part of the response. */
  readonly place: string;
  /** Text of the response. Only set if `place` is in the request and so may not be the reason for the failure. */
  readonly said?: string;
  /** True if `place` names the broken rule, so that all inputs that break it show one fault. */
  readonly isRule?: true;
}

/** The place of a request that is about nothing in particular. */
export const PLAIN = 'a valid request';

const PHASES: Readonly<Record<Phase, string | undefined>> = {
  coverage: undefined,
  random: 'a valid request at random',
  stateful: 'a valid request in a sequence',
  recorded: PLAIN,
};

/** Keywords whose valid values all count alike: the place is the schema, not the keyword. */
const OF_VALUES = ['type', 'format', 'items'];

/** The part of the input that a request is about: the place and keyword that it breaks, or that it covers. */
export function inputPlace({ testCase, judgement }: Exchange, document: JsonObject): string {
  const { phase, about, covers, title } = testCase;
  if (about !== undefined) return about;
  if (judgement.expected === 'refusal') {
    const [fault] = judgement.faults;
    const kind = Object.entries(failureKinds).find(([, each]) => each === judgement.kind)?.[0];
    return fault === undefined ? (kind ?? '') : faultPlace(fault, document, kind);
  }
  const [part] = covers;
  if (part === undefined) return PHASES[phase] ?? title;
  return OF_VALUES.includes(part.keyword) ? part.pointer.replace(/\/[^/]*$/, '') : part.pointer;
}

/** The place and the rule of a fault. @param kind in place of a keyword */
export function faultPlace(fault: RequestFault, document: JsonObject, kind?: string): string {
  const { in: part = '', name, pointer = '', keyword, missing } = fault;
  const where = part === 'body' ? placeInValue(pointer, document) : name;
  return [part, where, keyword ?? kind, missing].filter(Boolean).join(' ');
}

/** A JSON Pointer into a value, with `*` for items and for names that the document does not contain. */
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
