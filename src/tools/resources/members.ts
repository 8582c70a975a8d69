import { canonicalText, isJson, parseMediaType, responseKeyFor } from 'openapi-trellis/tools';
import { concreteMediaType } from '../samples';
import {
  asObject,
  entries,
  childPointer,
  type Operation,
  isPlace,
  mapAt,
  type ObjectSchemaAt,
  type SchemaAt,
  admittedTypes,
  type Direction,
  applicableSchemas,
  POSSIBLY,
} from '../document';
import type { LoadedContract } from '../validators';

/** The JSON Pointer of the schema of an operation's JSON body; undefined without such a body. */
export function requestSchema(loaded: LoadedContract, operation: Operation): string | undefined {
  if (!('requestBody' in operation.value)) return undefined;
  const body = loaded.resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  return jsonSchemaIn(body.pointer, body.value.content);
}

/** The JSON Pointer of the schema of an operation's JSON response with a status. */
export function responseSchema(
  loaded: LoadedContract,
  operation: Operation,
  status: number,
): string | undefined {
  const responses = asObject(operation.value.responses);
  const key = responseKeyFor(responses, status);
  if (key === undefined) return undefined;
  const at = childPointer(operation.pointer, 'responses', key);
  const response = loaded.resolver.resolve(at);
  return jsonSchemaIn(response.pointer, response.value.content);
}

/** True if a success of both operations has the same schema, which names members. */
export function returnsSame(loaded: LoadedContract, one: Operation, other: Operation): boolean {
  const [texts, others] = [one, other].map((operation) =>
    [200, 201].flatMap((status) => {
      const pointer = responseSchema(loaded, operation, status);
      const isNamed = pointer && membersOf(loaded, partAt(loaded, pointer)).size > 0;
      return isNamed ? [canonicalText(loaded.resolver.resolve(pointer).value)] : [];
    }),
  );
  return texts?.some((text) => others?.includes(text)) ?? false;
}

/** The JSON Pointer of the schema of plain text in an operation's request, or in its response with 200. */
export function textSchema(
  { resolver }: LoadedContract,
  { pointer, value }: Operation,
  direction: Direction,
): string | undefined {
  const isThere =
    direction === 'request' ? 'requestBody' in value : '200' in asObject(value.responses);
  if (!isThere) return undefined;
  const keys = direction === 'request' ? ['requestBody'] : ['responses', '200'];
  const message = resolver.resolve(childPointer(pointer, ...keys));
  return schemaIn(message.pointer, message.value.content, (essence) => essence === 'text/plain');
}

function jsonSchemaIn(pointer: string, content: unknown): string | undefined {
  return schemaIn(pointer, content, isJson);
}

function schemaIn(
  pointer: string,
  content: unknown,
  isWanted: (essence: string) => boolean,
): string | undefined {
  const found = entries(content).find(
    ([type, media]) =>
      isWanted(parseMediaType(concreteMediaType(type))?.essence ?? '') &&
      'schema' in asObject(media),
  );
  return found && childPointer(pointer, 'content', found[0], 'schema');
}

/** A part of a value, by the schemas that may apply to it. */
export interface ValuePart {
  readonly places: readonly ObjectSchemaAt[];
}

export function partAt(loaded: LoadedContract, pointer: string): ValuePart {
  return partOf(loaded, [loaded.resolver.at(pointer)]);
}

function partOf(loaded: LoadedContract, starts: readonly SchemaAt[]): ValuePart {
  return { places: starts.flatMap((start) => applicableSchemas(loaded.resolver, start, POSSIBLY)) };
}

/** The members of an object that its schemas name. */
export function membersOf(loaded: LoadedContract, { places }: ValuePart): Map<string, ValuePart> {
  const named = new Map<string, SchemaAt[]>();
  for (const [name, schema] of places.flatMap((place) => mapAt(place, 'properties'))) {
    named.set(name, [...(named.get(name) ?? []), schema]);
  }
  return new Map([...named].map(([name, schemas]) => [name, partOf(loaded, schemas)]));
}

/** The members of an operation's JSON body that its schemas name; empty without such a body. */
export function requestMembers(
  loaded: LoadedContract,
  operation: Operation,
): Map<string, ValuePart> {
  const pointer = requestSchema(loaded, operation);
  return membersOf(loaded, pointer === undefined ? { places: [] } : partAt(loaded, pointer));
}

/** A member of an object that its schemas name, or that `additionalProperties` describes. */
export function memberOf(
  loaded: LoadedContract,
  part: ValuePart,
  name: string,
): ValuePart | undefined {
  const named = part.places
    .flatMap((place) => mapAt(place, 'properties'))
    .flatMap(([each, schema]) => (each === name ? [schema] : []));
  if (named.length > 0) return partOf(loaded, named);
  const others = partOf(loaded, subschemas(loaded, part, 'additionalProperties'));
  return others.places.length > 0 ? others : undefined;
}

export function itemOf(loaded: LoadedContract, part: ValuePart, index: number): ValuePart {
  const fixed = part.places.flatMap(({ schema, pointer }) =>
    Array.isArray(schema.prefixItems) && index < schema.prefixItems.length
      ? [loaded.resolver.at(childPointer(pointer, 'prefixItems', index))]
      : [],
  );
  return partOf(loaded, fixed.length > 0 ? fixed : subschemas(loaded, part, 'items'));
}

function subschemas(loaded: LoadedContract, { places }: ValuePart, keyword: string): SchemaAt[] {
  return places
    .map(({ pointer }) => loaded.resolver.at(childPointer(pointer, keyword)))
    .filter(isPlace);
}

/** The values of a keyword in all schemas of a part. */
export function keywordOf({ places }: ValuePart, keyword: string): unknown[] {
  return places.flatMap(({ schema }) => (keyword in schema ? [schema[keyword]] : []));
}

/** False where all schemas limit the types of the value and exclude `null`. */
export function mayBeNull({ resolver }: LoadedContract, { places }: ValuePart): boolean {
  const types = places.map(({ pointer }) => admittedTypes(resolver, pointer));
  return types.length === 0 || types.some((each) => each?.includes('null') !== false);
}

/** True where one of the schemas has the keyword. */
export function isMarked(part: ValuePart, keyword: 'readOnly' | 'writeOnly'): boolean {
  return keywordOf(part, keyword).includes(true);
}
