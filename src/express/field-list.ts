import type { OutgoingHttpHeader } from 'node:http';
import type { HttpResponse } from '../contract';

/**
 * Header fields as `writeHead` takes them too: names and values in turn. An object with as many properties
 * takes a microsecond longer to make.
 */
export type FieldList = OutgoingHttpHeader[];

/** The fields of a response, which may be changed. */
export function fieldsOf(headers: HttpResponse['headers']): FieldList {
  const fields: FieldList = [];
  for (const name in headers) fields.push(name, headers[name] as OutgoingHttpHeader);
  return fields;
}

/** True for a name that is there in any case. */
export function hasField(fields: FieldList, name: string): boolean {
  return indexOf(fields, name) !== -1;
}

/** Gives a field this value, whether or not it is there. */
export function setField(fields: FieldList, name: string, value: OutgoingHttpHeader): void {
  const index = indexOf(fields, name);
  if (index === -1) fields.push(name, value);
  else fields[index + 1] = value;
}

function indexOf(fields: FieldList, name: string): number {
  for (let index = 0; index < fields.length; index += 2) {
    const other = String(fields[index]);
    if (other === name) return index;
    // Most names differ in their lengths.
    if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) return index;
  }
  return -1;
}
