import type { Change } from '../../src/tools/check/breaking/change';
import type { JsonObject } from '../../src/tools/document';
import { body, changesByRow, response } from './changed-documents';

/** Two schemas of a test; the common parts of rows. */
export type SchemaRow = readonly [name: string, one: unknown, other: unknown];

// Schemas that most rows use.
export const text = { type: 'string' };
export const integer = { type: 'integer' };
export const number = { type: 'number' };
export const list = { type: 'array' };
export const nothing = { type: 'null' };
export const properties = { a: text, b: text };
export const object = { type: 'object', properties };

export function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

export function matches(pattern: string, more: object = {}): object {
  return { ...text, pattern, ...more };
}

/** An object with a property that states its kind. */
export function kind(name: string, more: object = {}): object {
  return { type: 'object', properties: { kind: { const: name }, ...more }, required: ['kind'] };
}

const schemas = {
  Text: { type: 'string' },
  Short: { type: 'string', maxLength: 5 },
  Tree: { type: 'object', properties: { in: { $ref: '#/components/schemas/Tree' } } },
  Same: { type: 'object', properties: { in: { $ref: '#/components/schemas/Tree' } } },
};

/** An operation whose request body and response have a schema. */
const both = (schema: unknown): JsonObject => ({ ...body(schema), ...response(schema) });

export type Changes = ReadonlyMap<string, readonly Change[]>;

/** The changes from the first to the second schema of each row, by row name. */
export function changesOfRows(
  rows: readonly SchemaRow[],
  [base, revision]: readonly [base: string, revision: string] = ['3.1.0', '3.1.0'],
): Promise<Changes> {
  const operations = rows.map(([name, one, other]) => [name, both(one), both(other)] as const);
  const more = { components: { schemas } };
  return changesByRow(operations, [
    { ...more, openapi: base },
    { ...more, openapi: revision },
  ]);
}

export function swapped(rows: readonly SchemaRow[]): SchemaRow[] {
  return rows.map(([name, one, other]) => [name, other, one]);
}
