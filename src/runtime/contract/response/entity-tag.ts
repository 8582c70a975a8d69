import { createHash } from 'node:crypto';

/**
 * Entity tags.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */

/** A strong entity tag: it differs for different bytes. */
export function entityTagOf(content: Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * True when the client already has the content of a tag, or any content (`*`).
 *
 * @param values the values of its If-None-Match headers
 * @param tag the tag of the content that would be sent; the comparison is weak
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function ifNoneMatchNames(values: readonly string[], tag: string): boolean {
  const list = values.join(',');
  if (list.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...list.matchAll(ENTITY_TAG)].some(([, other]) => other === opaque);
}
