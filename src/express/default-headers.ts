import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { HttpResponse, TextResponse } from '../contract';

/** Header fields, by their names as registered. */
export type DefaultHeaders = Readonly<Record<string, string>>;

/** Adds the fields that a response has neither by itself nor by middleware. Names differ in case at times. */
export function addDefaults(
  headers: OutgoingHttpHeaders,
  defaults: DefaultHeaders,
  response: ServerResponse,
): void {
  for (const name in defaults) {
    if (!hasHeader(headers, name) && !response.hasHeader(name)) headers[name] = defaults[name];
  }
}

/** A response that is sent without Express, with the fields that it lacks. */
export function withDefaults(response: TextResponse, defaults: DefaultHeaders): TextResponse {
  const missing = Object.entries(defaults).filter(([name]) => !hasHeader(response.headers, name));
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(missing) } };
}

function hasHeader(headers: OutgoingHttpHeaders | HttpResponse['headers'], name: string): boolean {
  if (headers[name] !== undefined) return true;
  for (const other in headers) {
    // Most names differ in their lengths.
    if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) return true;
  }
  return false;
}
