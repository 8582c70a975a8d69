import { getOrMake, printKey, type SchemaAt } from '../../document';
import { commentOf } from './comments';
import { NOT_DECLARABLE } from './identifiers';
import { annotatedValues } from './annotated-values';
import type { SchemaTypes } from './schema-types';
import { indented } from './type-text';

/** The object with the named values of a type; empty without any. A name of several values is left out. */
export function constants(type: string, place: SchemaAt, types: SchemaTypes): string {
  const members = new Map<string, string[]>();
  for (const { name, value, description, at } of annotatedValues(place.schema, place.pointer)) {
    const literal = name === '' ? undefined : types.literalOf(value, place, at);
    if (literal === undefined) continue;
    // A bare `__proto__` would set the prototype.
    const key = name === '__proto__' ? '["__proto__"]' : printKey(name);
    const text = `${commentOf({ description })}\n${key}: ${literal.text},`;
    getOrMake(members, name, () => []).push(text.trim());
  }
  const clear = [...members.values()].filter(({ length }) => length === 1);
  if (clear.length === 0 || NOT_DECLARABLE.has(type)) return '';
  return `export const ${type} = {${indented(`\n${clear.join('\n')}`)}\n} as const;\n`;
}
