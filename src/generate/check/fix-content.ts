import { parseMediaType } from '../../contract';
import { entries, isJsonObject, type JsonObject } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import type { Warn } from './fix-schema';

/**
 * Fixes the names of media types in the `content` of an object: a name that can only mean one is read so,
 * and any other is left out, since no content has that type.
 *
 * @param otherwise what any other name is read as, where one name must be there
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */
export function fixContent(
  owner: JsonObject,
  pointer: string,
  warn: Warn,
  otherwise?: string,
): JsonObject {
  const { content } = owner;
  if (!isJsonObject(content) || Object.keys(content).every(isSound)) return owner;
  const fixed = entries(content).flatMap(([name, media]) => {
    if (isSound(name)) return [[name, media] as const];
    const meant = meaningOf(name) ?? otherwise;
    const isFree = meant !== undefined && !Object.hasOwn(content, meant);
    warn(childPointer(pointer, 'content', name), isFree ? readAs(name, meant) : leftOut(name));
    return isFree ? [[meant, media] as const] : [];
  });
  return { ...owner, content: Object.fromEntries(fixed) };
}

function isSound(name: string): boolean {
  return parseMediaType(name) !== undefined && !UNFINISHED.test(name);
}

/** An end that promises parameters and has none. */
const UNFINISHED = /[;\s]+$/;

/** Names that stand for one media type or range only. */
const SHORT_NAMES = new Map([
  ['*', '*/*'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
]);

function meaningOf(name: string): string | undefined {
  const trimmed = name.replace(UNFINISHED, '').trim();
  const meant = SHORT_NAMES.get(trimmed.toLowerCase()) ?? trimmed;
  return isSound(meant) ? meant : undefined;
}

function readAs(name: string, meant: string): string {
  return `${JSON.stringify(name)} is not the form of a media type, and is read as "${meant}"; write that`;
}

function leftOut(name: string): string {
  return `${JSON.stringify(name)} is no media type, so no content has it, and it is left out; write one, such as "application/json"`;
}
