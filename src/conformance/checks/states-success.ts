import { asObject, type Operation } from '../../generate/index';

/**
 * False for an operation whose document states failures alone, such as 405 for "invalid input": it leaves
 * out what a valid request gets.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#responses-object
 */
export function statesSuccess({ value }: Operation): boolean {
  const stated = Object.keys(asObject(value.responses));
  return stated.length === 0 || stated.some((key) => /^(?:[23]|default$)/i.test(key));
}
