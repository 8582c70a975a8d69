import type { CompiledParameter, ParameterLocation } from '../../contract';
import type { Located } from '../../document/model/resolve';
import type { SchemaUses } from './schema-uses';
import { serializationOf } from './serialization';
import { defaultStyle, schemaOf } from '../../document/content';

/**
 * How a parameter is found in a request and read; none for a header that the document cannot describe,
 * nor for the whole query (compile-querystring.ts).
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */
export function compileParameter(schemas: SchemaUses, parameter: Located): CompiledParameter[] {
  const { value } = parameter;
  if (isReservedHeader(value) || value.in === 'querystring') return [];
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

/** @see https://spec.openapis.org/oas/v3.1.1#common-fixed-fields */
const RESERVED_HEADERS = new Set(['accept', 'authorization', 'content-type']);

/** True for a parameter that the document cannot describe, which is ignored. */
export function isReservedHeader({ in: location, name }: Located['value']): boolean {
  return location === 'header' && RESERVED_HEADERS.has(String(name).toLowerCase());
}
