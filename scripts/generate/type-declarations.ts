import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { plainNumbers } from './check-document';
import type { JsonObject } from './json-object';
import { DocumentError } from './document-error';
import { fragmentPointer, valueAt } from './json-pointer';
import type { Operation } from './operations';
import { isInt64Schema, typesOf } from './validation-schema';

/**
 * TypeScript types of a document, by openapi-typescript, with integers of 64 bits as `bigint`.
 *
 * @see https://openapi-ts.dev/node
 */
export async function typeDeclarations(
  document: JsonObject,
  operations: readonly Operation[],
): Promise<string> {
  const named = withOperationIds(plainNumbers(document) as JsonObject, operations);
  try {
    const nodes = await openapiTypescript(named as never, {
      silent: true,
      // A property with a default may still be left out of a request.
      defaultNonNullable: false,
      // `{ type: object }` takes any object.
      emptyObjectsUnknown: true,
      transform: (schema) => bigintType(schema as JsonObject),
    });
    return astToString(nodes);
  } catch (error) {
    throw typeFault(error);
  }
}

/** What openapi-typescript refuses, at the place that it names at the end of its message. */
function typeFault(error: unknown): DocumentError {
  const message = error instanceof Error ? error.message : String(error);
  const [, reference = '#'] = / at (#\S*)$/.exec(message) ?? [];
  const pointer = fragmentPointer(reference) ?? '';
  return new DocumentError([{ pointer, message: `no types can be made of it: ${message}` }]);
}

function bigintType(schema: JsonObject): ts.TypeNode | undefined {
  if (!isInt64Schema(schema) || 'enum' in schema || 'const' in schema) return undefined;
  const bigint = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);
  if (!typesOf(schema).includes('null')) return bigint;
  const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull());
  return ts.factory.createUnionTypeNode([bigint, nothing]);
}

/** A copy in which each operation has its operationId, so that it is found under `operations`. */
function withOperationIds(document: JsonObject, operations: readonly Operation[]): JsonObject {
  const copy = structuredClone(document) as Record<string, never>;
  for (const { pointer, operationId } of operations) {
    (valueAt(copy, pointer) as Record<string, unknown>).operationId = operationId;
  }
  return copy;
}
