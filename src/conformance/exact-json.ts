import { type ExactNumbers, isJson, parseJson, parseMediaType } from '../contract';
import { headerValues, type ReceivedResponse } from './exchange';

/**
 * The JSON of a response, its integers beyond 2^53 as bigints, as makers of values have them.
 *
 * @returns undefined where the response has no JSON
 */
export function jsonOf(response: ReceivedResponse): unknown {
  const [contentType = ''] = headerValues(response, 'content-type');
  if (!isJson(parseMediaType(contentType)?.essence ?? '')) return undefined;
  return exactJson(response.body);
}

/** @returns undefined for what is not JSON */
export function exactJson(bytes: Buffer): unknown {
  const json = parseJson(bytes);
  return 'fault' in json ? undefined : withIntegers(json.value, json.exact);
}

function withIntegers(value: unknown, exact: ExactNumbers): unknown {
  if (exact.isEmpty || typeof value !== 'object' || value === null) return value;
  const part = (key: string | number, member: unknown): unknown => {
    const number = exact.get(value, key);
    return typeof number === 'bigint' ? number : withIntegers(member, exact);
  };
  if (Array.isArray(value)) return value.map((item: unknown, index) => part(index, item));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, part(key, member)]));
}
