/**
 * Header fields that every response of the service has, unless it has others of the same name: nobody may
 * guess another media type from the content, and no cache keeps what is for one caller.
 *
 * @see https://fetch.spec.whatwg.org/#x-content-type-options-header
 * @see https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5
 */
export const RESPONSE_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});
