import { createHash } from 'node:crypto';

/**
 * Conditional requests.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1
 */

/** A strong entity tag: other bytes have another one. */
export function entityTagOf(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}

/** Whether the client of `If-Match` means what has this tag; weak tags match nothing. */
export function matches(field: string, tag: string): boolean {
  return field.trim() === '*' || tagsIn(field).includes(tag);
}

/** Whether the client of `If-None-Match` has the content of this tag already. */
export function hasAlready(field: string | undefined, tag: string): boolean {
  if (field === undefined) return false;
  return matches(field.replaceAll('W/"', '"'), tag);
}

function tagsIn(field: string): readonly string[] {
  return field.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
