import type {
  CompiledMediaType,
  CompiledRequestBody,
  CompiledResponse,
} from '../../src/contract/compiled-contract';
import { isJson, parseMediaType } from '../../src/contract/media-type';
import type { Direction } from './direction';
import { unsupported } from './document-error';
import { asObject } from './json-object';
import { childPointer } from './json-pointer';
import type { Located } from './resolve';
import type { SchemaUses } from './schema-uses';

/** @see https://spec.openapis.org/oas/v3.1.1#request-body-object */
export function compileRequestBody(schemas: SchemaUses, body: Located): CompiledRequestBody {
  return {
    required: body.value.required === true,
    content: compileContent(schemas, body, 'request'),
  };
}

/** @see https://spec.openapis.org/oas/v3.1.1#response-object */
export function compileResponse(schemas: SchemaUses, response: Located): CompiledResponse {
  const headers = Object.keys(asObject(response.value.headers))
    .filter((name) => name.toLowerCase() !== 'content-type')
    .map((name) => {
      const pointer = childPointer(response.pointer, 'headers', name);
      const { value } = schemas.resolver.resolve(pointer);
      return [name, { required: value.required === true }] as const;
    });
  return {
    headers: Object.fromEntries(headers),
    content: compileContent(schemas, response, 'reply'),
  };
}

function compileContent(
  schemas: SchemaUses,
  { pointer, value }: Located,
  direction: Direction,
): Record<string, CompiledMediaType> {
  const entries = Object.keys(asObject(value.content)).map((mediaType) => {
    const at = childPointer(pointer, 'content', mediaType);
    if (!isSupported(mediaType, direction)) throw unsupported(at, `the media type "${mediaType}"`);
    return [mediaType, schemas.use(childPointer(at, 'schema'), direction)] as const;
  });
  return Object.fromEntries(entries);
}

/** JSON; a range such as `application/*+json` may be accepted, but is not the type of a reply. */
function isSupported(mediaType: string, direction: Direction): boolean {
  const essence = parseMediaType(mediaType)?.essence;
  if (essence === undefined || !isJson(essence)) return false;
  return direction === 'request' || !essence.includes('*');
}
