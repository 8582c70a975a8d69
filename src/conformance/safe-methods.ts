const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** True for a method that changes nothing. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}
