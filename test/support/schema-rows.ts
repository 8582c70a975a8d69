import type { Change } from '../../src/check/breaking/change';
import type { JsonObject } from '../../src/generate/index';
import { changesOf } from './changed-documents';

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

/** A document with an operation for each schema, which is that of its request body and its response. */
function documentOf(all: readonly unknown[], openapi: string): JsonObject {
  const paths = all.map((schema, index): [string, unknown] => {
    const content = { 'application/json': { schema } };
    const responses = { 200: { description: 'Done', content } };
    return [`/${index}`, { put: { requestBody: { content }, responses } }];
  });
  return {
    ...{ openapi, info: { title: 'Rows', version: '1.0.0' } },
    ...{ paths: Object.fromEntries(paths), components: { schemas } },
  };
}

export type Changes = ReadonlyMap<string, readonly Change[]>;

/** The changes from the first to the second schema of each row, by row name. */
export async function changesOfRows(
  rows: readonly SchemaRow[],
  versions: readonly [base: string, revision: string] = ['3.1.0', '3.1.0'],
): Promise<Changes> {
  const found = await changesOf(
    documentOf(
      rows.map(([, one]) => one),
      versions[0],
    ),
    documentOf(
      rows.map(([, , other]) => other),
      versions[1],
    ),
  );
  return new Map(
    rows.map(([name], index) => [
      name,
      found.filter(({ operation }) => operation === `PUT /${index}`),
    ]),
  );
}

export function swapped(rows: readonly SchemaRow[]): SchemaRow[] {
  return rows.map(([name, one, other]) => [name, other, one]);
}
