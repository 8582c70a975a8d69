import { stringifyJson } from '../json/stringify-json';

/**
 * Writes a value in the style `simple`, the one of response headers: the inverse of what a parameter of
 * that style reads. Values are not percent-encoded, since fields may hold all visible characters.
 *
 * @param value null, boolean, number, bigint, string, or an array or object of those; arrays and objects
 * inside of others are JSON, and what is `undefined` is left out
 * @throws TypeError for a value that JSON cannot say, such as a function or NaN
 * @see https://spec.openapis.org/oas/v3.1.1#header-object
 */
export function encodeSimple(value: unknown, explode: boolean): string {
  if (typeof value !== 'object' || value === null || value instanceof Date) return textOf(value);
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${name}${explode ? '=' : ','}${textOf(member)}`)
    .join(',');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return stringifyJson(value);
}
