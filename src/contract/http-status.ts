/**
 * Status codes and the keys under which a document states responses.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#responses-object
 */

/** A key of the Responses Object: an exact status, a range, or `default`. */
export type ResponseKey = string;

/**
 * The key that covers a status: the exact one before the range, the range before `default`.
 *
 * @param status 100 to 599
 * @returns the most specific key, or undefined when the document states none for the status
 */
export function responseKeyFor(
  responses: Readonly<Record<ResponseKey, unknown>>,
  status: number,
): ResponseKey | undefined {
  const exact = String(status);
  if (Object.hasOwn(responses, exact)) return exact;
  const candidates = [`${Math.floor(status / 100)}XX`, 'default'];
  return candidates.find((key) => Object.hasOwn(responses, key));
}

/** A status that ends the exchange: an integer from 200 to 599 (RFC 9110, section 15). */
export function isFinalStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599;
}

/** A status without content: 1xx, 204 and 304 (RFC 9110, section 6.4.1). */
export function forbidsContent(status: number): boolean {
  return status < 200 || status === 204 || status === 304;
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** The statuses of a range such as `5XX`, by their first digit. */
export type StatusInRange<First extends string> = ToNumber<`${First}${Digit}${Digit}`>;

/** The final statuses that are not among those given: what `default` covers. */
export type StatusExcept<Covered> = Exclude<StatusInRange<'2' | '3' | '4' | '5'>, Covered>;
