import type { ServerResponse } from 'node:http';
import type { TextResponse } from '../contract';
import { type FieldList, fieldsOf, hasField } from './field-list';

/** Header fields, by their names as registered. */
export type DefaultHeaders = Readonly<Record<string, string>>;

/** Adds the fields that a response has neither by itself nor by middleware. Names differ in case at times. */
export function addDefaults(
  fields: FieldList,
  defaults: DefaultHeaders,
  response: ServerResponse,
): void {
  for (const name in defaults) {
    const isMissing = !hasField(fields, name) && !response.hasHeader(name);
    if (isMissing) fields.push(name, defaults[name] ?? '');
  }
}

/** A response that is sent without Express, with the fields that it lacks. */
export function withDefaults(response: TextResponse, defaults: DefaultHeaders): TextResponse {
  const fields = fieldsOf(response.headers);
  const missing = Object.entries(defaults).filter(([name]) => !hasField(fields, name));
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(missing) } };
}
