import { compareDocuments } from '../../src/check/breaking/compare-documents';
import type { Change } from '../../src/check/breaking/change';
import { type JsonObject, parseSource } from '../../src/generate/index';

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
