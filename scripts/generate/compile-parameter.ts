import type { CompiledParameter, ParameterLocation } from '../../src/contract/compiled-contract';
import { unsupported } from './document-error';
import { childPointer } from './json-pointer';
import { parameterTypes } from './parameter-types';
import type { Located } from './resolve';
import type { SchemaUses } from './schema-uses';

/**
 * How a parameter is found in a request and read; none for a header that the document cannot describe.
 *
 * @throws DocumentError for a parameter that cannot be served yet
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 */
export function compileParameter(
  schemas: SchemaUses,
  { pointer, value }: Located,
): CompiledParameter[] {
  const name = String(value.name);
  const location = value.in as ParameterLocation;
  if (location === 'header' && RESERVED_HEADERS.has(name.toLowerCase())) return [];
  const style = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  if ('content' in value) throw unsupported(pointer, 'a parameter with "content"');
  if ((value.style ?? style) !== style) {
    throw unsupported(pointer, `the style "${String(value.style)}"`);
  }
  const schemaPointer = childPointer(pointer, 'schema');
  return [
    {
      name,
      in: location,
      required: value.required === true,
      ...parameterTypes(schemas.resolver, pointer, schemaPointer),
      explode: value.explode === undefined ? style === 'form' : value.explode === true,
      ...schemas.use(schemaPointer, 'request'),
    },
  ];
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-9 */
const RESERVED_HEADERS = new Set(['accept', 'authorization', 'content-type']);

/** True for a parameter that the document cannot describe, which is ignored. */
export function isReservedHeader({ in: location, name }: Located['value']): boolean {
  return location === 'header' && RESERVED_HEADERS.has(String(name).toLowerCase());
}
