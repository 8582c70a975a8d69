/**
 * A property name as a JSON Pointer has it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6901#section-3
 */
export function escapeKey(key: string): string {
  // Few keys need it, and replacing takes long where it finds nothing.
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** The keys that a pointer steps through. @see https://www.rfc-editor.org/rfc/rfc6901#section-4 */
export function pointerKeys(pointer: string): string[] {
  if (pointer === '') return [];
  const keys = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return keys;
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
