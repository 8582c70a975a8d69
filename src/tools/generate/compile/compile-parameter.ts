import {
  type CompiledParameter,
  type ContentSerialization,
  isJson,
  type ParameterLocation,
  parseMediaType,
  type Serialization,
  type Style,
  type ValueTypesOrName,
} from 'openapi-trellis/tools';
import {
  type Located,
  type Resolver,
  defaultStyle,
  hasStyle,
  mediaTypesOf,
  schemaOf,
  styleOf,
  entries,
  type JsonObject,
  childPointer,
  valueAt,
  type Operation,
} from '../../document';
import { isReserved } from '../../samples';
import type { SchemaUses } from './schema-uses';

/**
 * Compiles a parameter. Empty for headers that a document cannot describe, and for the whole query
 * (compile-content.ts).
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */
export function compileParameter(schemas: SchemaUses, parameter: Located): CompiledParameter[] {
  const { value } = parameter;
  if (isReserved(value) || value.in === 'querystring') return [];
  const location = value.in as ParameterLocation;
  const isRequired = value.required === true;
  const [schema] = schemaOf(parameter);
  const text = isRequired ? undefined : schemas.defaults?.textOf(schema);
  return [
    {
      name: String(value.name),
      in: location,
      required: isRequired,
      ...(value.allowEmptyValue === true && location === 'query' && { allowEmptyValue: true }),
      serialization: serializationOf(schemas, parameter, defaultStyle(location)),
      ...(text !== undefined && { default: text }),
      ...schemas.use(schema, 'request'),
    },
  ];
}

/**
 * The query names that a strict operation accepts in addition to its parameters: API keys, and names in its path
 * template's query.
 *
 * @returns undefined where a query may have any names
 */
export function strictQueryNames(resolver: Resolver, operation: Operation): string[] | undefined {
  const { isQueryStrict, parameters, path, security } = operation;
  const isWhole = parameters.some(({ value }) => value.in === 'querystring');
  if (!isQueryStrict || isWhole) return undefined;
  const named = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  const pointer = childPointer('', 'components', 'securitySchemes');
  const keys = entries(valueAt(resolver.document, pointer))
    .filter(([name]) => named.has(name))
    .map(([name]) => resolver.resolve(childPointer(pointer, name)).value)
    .filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'query')
    .map((scheme) => String(scheme.name));
  const [, query = ''] = path.split(/\?(.*)/s);
  return [...new Set([...keys, ...new URLSearchParams(query).keys()])];
}

/**
 * The serialization of a Parameter Object or a Header Object.
 *
 * @param otherwise the style used when the document names none
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */
export function serializationOf(
  { valueTypes }: SchemaUses,
  located: Located,
  otherwise: Style,
): Serialization {
  const [schema, mediaType] = schemaOf(located);
  const types = valueTypes.typesOf(schema);
  if (mediaType === undefined) return { ...styleOf(located.value, otherwise), types };
  return { ...contentOf([mediaType]), types };
}

/**
 * The serialization of a form field: like a query parameter with `schema` where its Encoding Object states a style,
 * else like one with `content`.
 *
 * @param mediaType that of the form
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-rfc6570-style-serialization
 */
export function fieldSerialization(
  encoding: JsonObject,
  mediaType: string,
  types: ValueTypesOrName,
): Serialization {
  if (hasStyle(encoding, mediaType)) return { ...styleOf(encoding, 'form'), types };
  return { ...contentOf(mediaTypesOf(encoding)), itemwise: true, types };
}

function contentOf(mediaTypes: readonly string[]): Omit<ContentSerialization, 'types'> {
  const [only = ''] = mediaTypes;
  const isOnlyJson = mediaTypes.length === 1 && isJson(parseMediaType(only)?.essence ?? only);
  return isOnlyJson ? { json: true } : {};
}
