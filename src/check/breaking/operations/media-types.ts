import { matchMediaRange, parseMediaType } from '../../../contract';
import { asObject, childPointer, type Direction, type Located } from '../../../generate/index';
import type { Version } from '../version';

/** The Media Type Objects of a content, by the names that the document gives them. */
export function mediaTypesOf(
  { loaded }: Version,
  { pointer, value }: Located,
): Map<string, Located> {
  const names = Object.keys(asObject(value.content));
  return new Map(
    names.map((name) => [name, loaded.resolver.resolve(childPointer(pointer, 'content', name))]),
  );
}

/**
 * The name in a content that covers a media type or range: the type itself, without regard to case and
 * `charset`, else the narrowest range. What takes JSON takes each type of JSON that the service sends.
 *
 * @param direction `request` for what clients send
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 * @see https://www.rfc-editor.org/rfc/rfc6839#section-3.1
 */
export function coveringName(
  names: readonly string[],
  name: string,
  direction: Direction,
): string | undefined {
  if (names.includes(name)) return name;
  const parsed = parseMediaType(name);
  if (parsed === undefined) return undefined;
  const found = matchMediaRange(names, parsed);
  if (found !== undefined || direction === 'request' || !parsed.essence.endsWith('+json'))
    return found;
  return matchMediaRange(names, { ...parsed, essence: 'application/json' });
}
