import { createConfig } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import type ts from 'typescript';
import type { Direction } from '../schemas/direction';
import { DocumentError } from '../document/document-error';
import type { JsonObject } from '../document/json-object';
import { fragmentPointer, valueAt } from '../document/json-pointer';
import type { Operation } from '../document/operations';
import { Resolver } from '../document/resolve';
import { finishNodes } from './finish-nodes';
import { SchemaGroups } from './schema-groups';
import { SchemaTypes } from './schema-types';
import { typeAlias, type TypeNode } from './type-nodes';
import { TypeNames } from './type-names';
import { STANDS_FOR, typesDocument, type StandIn } from './types-document';

/**
 * TypeScript types of a document, by openapi-typescript, whose hook is given the types of schemas: it
 * takes several of them for others than JSON Schema does, and knows no integers of 64 bits.
 *
 * @throws DocumentError for what no types can be made of
 * @see https://openapi-ts.dev/node
 */
export async function typeDeclarations(
  document: JsonObject,
  operations: readonly Operation[],
): Promise<string> {
  const resolver = new Resolver(document);
  const groups = new SchemaGroups(resolver);
  const names = new TypeNames(groups);
  const schemaTypes = (direction?: Direction): SchemaTypes =>
    new SchemaTypes(groups, direction, names.reference);
  const types = {
    all: schemaTypes(),
    request: schemaTypes('request'),
    response: schemaTypes('response'),
  };
  const typeOf = ({ pointer, direction }: StandIn): TypeNode => {
    return types[direction ?? 'all'].typeOf({ schema: valueAt(document, pointer), pointer });
  };
  const standIns = new Map<string, StandIn>();
  const reduced = typesDocument(resolver, operations, standIns);
  const made = new Map<StandIn, TypeNode>();
  const standsFor = (schema: JsonObject): TypeNode | undefined => {
    const standIn = standIns.get(String(schema[STANDS_FOR]));
    if (standIn === undefined) return undefined;
    const type = made.get(standIn) ?? names.declaration(standIn) ?? typeOf(standIn);
    made.set(standIn, type);
    return type;
  };
  try {
    const nodes = await openapiTypescript(reduced, {
      silent: true,
      redocly: await createConfig({}),
      transform: (schema) => standsFor(schema as JsonObject),
    });
    // Naming one may ask for more, which the iteration comes to.
    const aliases = Array.from(names.declared, (each) => typeAlias(each.name, typeOf(each)));
    finishNodes([...nodes, ...aliases], new Set<ts.Node>([...made.values(), ...aliases]));
    nodes.push(...aliases);
    return astToString(nodes);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
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
