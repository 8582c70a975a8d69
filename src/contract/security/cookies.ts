import { requestHeaders } from '../header-names';
import type { HttpRequest } from '../http-message';

/**
 * All values that a request sends for a cookie, in order, as they stand in the header.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.2.1
 */
export function cookieValues(request: HttpRequest, name: string): readonly string[] {
  const pairs = request.headerValues(requestHeaders.cookie).join(';').split(';');
  return pairs.flatMap((pair) => {
    const separator = pair.indexOf('=');
    if (separator < 0 || pair.slice(0, separator).trim() !== name) return [];
    return [pair.slice(separator + 1).trim()];
  });
}
