import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { plainNumbers } from './check-document';
import { isJsonObject, members, type JsonObject } from './json-object';
import { DocumentError } from './document-error';
import { childPointer, fragmentPointer, valueAt } from './json-pointer';
import type { Operation } from './operations';
import { isInt64Schema, typesOf } from './validation-schema';
import { schemasOf } from './walk-document';
import { visitSchemas } from './walk-schema';

/**
 * TypeScript types of a document, by openapi-typescript, with integers of 64 bits as `bigint`.
 *
 * @see https://openapi-ts.dev/node
 */
export async function typeDeclarations(
  document: JsonObject,
  operations: readonly Operation[],
): Promise<string> {
  const named = prepared(plainNumbers(document) as JsonObject, operations);
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

/**
 * A copy in which each operation has its operationId, so that it is found under `operations`, and in
 * which nothing stands that openapi-typescript stumbles over and types do not need.
 */
function prepared(document: JsonObject, operations: readonly Operation[]): JsonObject {
  const copy = structuredClone(document);
  for (const { pointer, operationId } of operations) {
    const operation = valueAt(copy, pointer) as Record<string, unknown>;
    operation.operationId = operationId;
    if ('responses' in operation)
      operation.responses = Object.fromEntries(members(operation.responses));
  }
  for (const { schema, pointer } of schemasOf(copy)) {
    visitSchemas(schema, pointer, (each) => {
      // No reference leads there (plain-schemas.ts), and they would become a property.
      Reflect.deleteProperty(each, '$defs');
      const { discriminator } = each;
      if (isJsonObject(discriminator)) pointMappings(copy, discriminator);
    });
  }
  return copy;
}

/**
 * Writes each name of a mapping as the reference that it stands for, and drops those of nothing.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#discriminator-object
 */
function pointMappings(document: JsonObject, discriminator: JsonObject): void {
  const { mapping } = discriminator as { mapping?: Record<string, unknown> };
  for (const [value, reference] of Object.entries(mapping ?? {})) {
    const name = String(reference);
    const pointer = fragmentPointer(name) ?? childPointer('', 'components', 'schemas', name);
    if (valueAt(document, pointer) === undefined) Reflect.deleteProperty(mapping ?? {}, value);
    else Object.assign(mapping ?? {}, { [value]: `#${pointer}` });
  }
}
