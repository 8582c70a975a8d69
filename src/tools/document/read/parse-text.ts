import { constructFromEvents, EVENT_ID, YAMLException } from 'js-yaml';
import { findJsonFault } from 'openapi-trellis/tools';
import { DocumentError } from '../model/document-error';
import { isJsonObject, mapEntries, mapItems } from '../model/json-object';
import { childPointer } from '../model/json-pointer';
import { type ParsedEvents, parseYaml, SCHEMA } from './yaml';
import { startOf, TextPlaces } from './text-places';

/**
 * The values of a file's text, and the line of each.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#format
 */

export interface ParsedText {
  /** JSON values; integers beyond the safe range of doubles are bigints. */
  readonly value: unknown;
  /** The line of the value at a JSON Pointer, from 1; that of its nearest ancestor if it has none. */
  readonly lineOf: (pointer: string) => number;
  /** Lines, from 1, that YAML requires to be indented. */
  readonly unindented: readonly number[];
}

/** Deeper than any real document, and shallow enough for recursive descent. */
const MAX_DEPTH = 200;

/** Bounds the expansion of aliases, nested ones included (a "billion laughs" file). */
const MAX_ALIASED_VALUES = 1_000_000;

/**
 * Parses YAML 1.2, which includes JSON.
 *
 * @param file its name, for messages
 * @throws DocumentError with the line of invalid YAML, or of a value that JSON does not have
 */
export function parseText(written: string, file: string): ParsedText {
  const failAt = (line: number, pointer: string, message: string): never => {
    throw new DocumentError([{ pointer, message, place: { file, line, pointer } }]);
  };
  const failAtLine = (line: number, message: string): never => failAt(line, '', message);
  // YAML reads a JavaScript comment as part of a key.
  if (/\.jsonc?$/i.test(file)) refuseComments(written, failAtLine);
  const { value, text, events, unindented } = parse(written, failAtLine);
  const places = new TextPlaces(text, events);
  const lineOf = (pointer: string): number => places.lineOf(pointer);
  const fail = (pointer: string, message: string): never =>
    failAt(lineOf(pointer), pointer, message);
  return { value: jsonValue(value, places.hasAliases, fail), lineOf, unindented };
}

const TOO_DEEP = `values are nested more than ${MAX_DEPTH} levels deep; name some of them and refer to them`;

interface ParsedValue extends ParsedEvents {
  readonly value: unknown;
}

function parse(written: string, fail: (line: number, message: string) => never): ParsedValue {
  try {
    const parsed = parseYaml(written, MAX_DEPTH);
    const { text, events } = parsed;
    const documents = constructFromEvents(events, { source: text, schema: SCHEMA });
    if (documents.length === 0) return fail(1, 'the file is empty');
    if (documents.length === 1) return { ...parsed, value: documents[0] };
    const second = startOf(
      events[events.findIndex(({ type }, at) => at > 0 && type === EVENT_ID.DOCUMENT) + 1],
    );
    const line = text.slice(0, second).split('\n').length;
    return fail(line, 'the file holds several YAML documents; keep one');
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    refuseComments(written, fail);
    const { line = 0, column = 0 } = error.mark ?? {};
    const [, remedy = error.reason] = FIXES.find(([reason]) => error.reason.includes(reason)) ?? [];
    return fail(line + 1, `column ${column + 1}: ${remedy}`);
  }
}

/** Fails for JSON with comments. Trailing commas are valid YAML. */
function refuseComments(written: string, fail: (line: number, message: string) => never): void {
  const text = written.replace(/^\ufeff/, '').replace(/,(?=\s*[\]}])/g, ' ');
  const { line = 1, column = 1 } = findJsonFault(text) ?? {};
  const rest = text.split('\n')[line - 1]?.slice(column - 1) ?? '';
  if (!/^\/[/*]/.test(rest)) return;
  const message = 'this is JSON with comments, which is neither JSON nor YAML; remove them';
  fail(line, `column ${column}: ${message}`);
}

/** Parser reasons, and the advice for each. */
const FIXES: readonly (readonly [string, string])[] = [
  ['duplicated mapping key', 'the key occurs twice in its object; keep one'],
  ['tab characters must not be used', 'a tab indents the line; YAML takes spaces only'],
  ['nesting exceeded', TOO_DEEP],
  ['deficient indentation', 'the line must be indented by more than what holds its value'],
  ['unknown', 'the tag is not one of YAML; leave it out, and refer to other files by $ref'],
  ['unidentified alias', 'the alias has no anchor before it; write what it stands for'],
];

type Fail = (pointer: string, message: string) => never;

/**
 * Rejects values that JSON does not have.
 *
 * @param shared true when an object may occur in several places; each then gets its own copy
 */
function jsonValue(root: unknown, shared: boolean, fail: Fail): unknown {
  const holders = new Set<unknown>();
  const keys: (string | number)[] = [];
  let values = 0;
  const failHere = (message: string): never => fail(childPointer('', ...keys), message);
  const convert = (value: unknown): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return failHere(`${value} is not a number of JSON; leave it out or put it in quotes`);
    }
    const isList = Array.isArray(value);
    if (!isList && !isJsonObject(value)) return value;
    if (holders.has(value)) {
      return failHere('an alias stands inside what its anchor names, which JSON cannot express');
    }
    if (holders.size > MAX_DEPTH) return failHere(TOO_DEEP);
    if (shared && ++values > MAX_ALIASED_VALUES) return failHere(TOO_MANY);
    holders.add(value);
    const converted = isList
      ? mapItems(value, (item, index) => convertMember(index, item), shared)
      : mapEntries(value, convertMember, shared);
    holders.delete(value);
    return converted;
  };
  const convertMember = (key: string | number, member: unknown): unknown => {
    keys.push(key);
    const converted = convert(member);
    keys.pop();
    return converted;
  };
  return convert(root);
}

const TOO_MANY = `the aliases stand for more than ${MAX_ALIASED_VALUES} values; write fewer of them`;
