import { createHash } from 'node:crypto';

/**
 * Entity tags.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */

/** A strong entity tag: content with other bytes has another one. */
export function entityTagOf(content: Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * True when the client has the content of a tag already, or any (`*`).
 *
 * @param values those of its If-None-Match headers
 * @param tag of the content that would be sent; weak and strong tags are compared without that difference
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function ifNoneMatchNames(values: readonly string[], tag: string): boolean {
  const list = values.join(',');
  if (list.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return [...list.matchAll(ENTITY_TAG)].some(([, other]) => other === opaque);
}
