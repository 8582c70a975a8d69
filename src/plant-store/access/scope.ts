import { isScopeToken } from '../../contract';

/**
 * Reads scopes that are written in one or more texts, separated by spaces.
 *
 * @returns each once, in their order
 * @throws RangeError that says what is allowed
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.3
 */
export function parseScopes(texts: readonly string[]): readonly string[] {
  const scopes = texts.flatMap((text) => text.split(' ')).filter((scope) => scope !== '');
  const wrong = scopes.find((scope) => !isScopeToken(scope));
  if (wrong === undefined) return [...new Set(scopes)];
  throw new RangeError(
    `Scope ${JSON.stringify(wrong)} has characters other than printable ASCII without quotes and backslashes`,
  );
}
