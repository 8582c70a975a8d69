import { compareDocuments } from '../../src/tools/check/breaking/compare-documents';
import type { Change } from '../../src/tools/check/breaking/change';
import { type JsonObject, parseSource } from '../../src/tools/document';

export const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

export function documentOf(operation: JsonObject, more: JsonObject = {}): JsonObject {
  const responses = { 200: { description: 'Done' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Changes', version: '1.0.0' },
    paths: { '/things/{id}': { parameters: [ID], post: { responses, ...operation } } },
    ...more,
  };
}

export function changesOf(base: JsonObject, revision: JsonObject): Promise<Change[]> {
  return compareDocuments(
    parseSource(JSON.stringify(base), 'base.json'),
    parseSource(JSON.stringify(revision), 'revision.json'),
  );
}

/** Operations of one document, each at a path of its own, which is that of its number. */
function documentOfAll(operations: readonly JsonObject[], more: JsonObject): JsonObject {
  const paths = operations.map((operation, index): [string, unknown] => {
    const responses = { 200: { description: 'Done' } };
    return [`/${index}/{id}`, { parameters: [ID], post: { responses, ...operation } }];
  });
  return documentOf({}, { paths: Object.fromEntries(paths), ...more });
}

/** Two operations of a test, which are the common parts of rows. */
type Pair = readonly [name: string, base: JsonObject, revision: JsonObject, ...more: unknown[]];

/**
 * The changes of the operations of rows, by the names of the rows.
 * @param more members of both documents, or of each
 */
export async function changesByRow(
  rows: readonly Pair[],
  more: JsonObject | readonly [base: JsonObject, revision: JsonObject] = [{}, {}],
): Promise<ReadonlyMap<string, Change[]>> {
  const [ofBase, ofRevision] = Array.isArray(more) ? more : [more, more];
  const found = await changesOf(
    documentOfAll(
      rows.map(([, base]) => base),
      ofBase,
    ),
    documentOfAll(
      rows.map(([, , revision]) => revision),
      ofRevision,
    ),
  );
  const of = (index: number): Change[] =>
    found.filter(({ operation }) => operation.startsWith(`POST /${index}/`));
  return new Map(rows.map(([name], index) => [name, of(index)]));
}

/** Expects the changes of the operations of rows. @returns all changes */
export async function expectChanges(
  rows: readonly Row[],
  more?: Parameters<typeof changesByRow>[1],
): Promise<Change[]> {
  const changes = await changesByRow(rows, more);
  const found = [...changes].map(([name, each]) => [name, told(each)]);
  expect(found).toEqual(rows.map(([name, , , want]) => [name, want]));
  return [...changes.values()].flat();
}

export function told(changes: readonly Change[]): string[] {
  return changes.map(({ level, rule }) => `${level} ${rule}`);
}

export function body(schema: unknown, more: JsonObject = {}): JsonObject {
  return { requestBody: { content: { 'application/json': { schema } }, ...more } };
}

export function response(schema: unknown, more: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema } };
  return { responses: { 200: { description: 'Done', content, ...more } } };
}

export function query(parameter: JsonObject): JsonObject {
  return { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, ...parameter }] };
}

/** The change, the operation in both versions, and the expected messages. */
export type Row = readonly [
  name: string,
  base: JsonObject,
  revision: JsonObject,
  want: readonly string[],
];
