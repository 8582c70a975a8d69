import {
  type CompiledHeader,
  type CompiledItems,
  type CompiledMediaType,
  type CompiledQuerystring,
  type CompiledRequestBody,
  type CompiledRequestContent,
  type CompiledResponse,
  type CompiledText,
  framingOf,
  isJson,
  parseMediaType,
  scalarTypes,
} from 'openapi-trellis/tools';
import { compileForm, compileParts } from './compile-form';
import { maxBodyBytes } from './compile-limits';
import {
  contentKind,
  schemaOf,
  asObject,
  type JsonObject,
  childPointer,
  valueAt,
  admittedTypes,
  type Direction,
  type Located,
  DocumentError,
} from '../../document';
import type { SchemaUses } from './schema-uses';

/**
 * @param operation that the body belongs to
 * @see https://spec.openapis.org/oas/v3.1.1#request-body-object
 */
export function compileRequestBody(
  schemas: SchemaUses,
  body: Located,
  sampleOf: SampleOf,
  operation: JsonObject,
): CompiledRequestBody {
  return {
    required: body.value.required === true,
    content: compileContent(body, (mediaType, pointer) => {
      const own = asObject(valueAt(schemas.resolver.document, pointer));
      const bytes = maxBodyBytes(own, body.value, operation);
      const media: CompiledRequestContent = {
        ...requestContent(schemas, mediaType, pointer),
        ...(bytes !== undefined && { maxBodyBytes: bytes }),
      };
      if (media.kind !== 'json' && media.kind !== 'form') return media;
      return withSample(media, () => sampleOf(childPointer(pointer, 'schema')));
    }),
  };
}

/** Made on first access, which may never happen in a service in memory. */
function withSample<Media>(media: Media, make: () => string | undefined): Media {
  let made: { readonly sample: string | undefined } | undefined;
  return {
    ...media,
    get sample() {
      return (made ??= { sample: make() }).sample;
    },
  };
}

/** A valid request value for the schema at a pointer, as JSON; undefined where none is found. */
export type SampleOf = (pointer: string) => string | undefined;

/** @see https://spec.openapis.org/oas/v3.1.1#response-object */
export function compileResponse(schemas: SchemaUses, response: Located): CompiledResponse {
  const headers = responseHeaderNames(response.value).map((name) => {
    const header = schemas.resolver.resolve(childPointer(response.pointer, 'headers', name));
    return [name, compileHeader(schemas, header)] as const;
  });
  return {
    headers: Object.fromEntries(headers),
    content: compileContent(response, (mediaType, pointer) => {
      const kind = contentKind(schemas.resolver, mediaType, pointer);
      if (kind === 'items') return compileItems(schemas, mediaType, pointer, 'response');
      if (kind !== 'json') return { kind: 'raw' };
      return { kind, ...schemas.use(childPointer(pointer, 'schema'), 'response') };
    }),
  };
}

/** Headers of the content and the connection, which handlers cannot set. */
const RESERVED_HEADERS = new Set(['content-type', 'connection', 'transfer-encoding']);

/** The headers that handlers may set. */
export function responseHeaderNames(response: Located['value']): string[] {
  const names = Object.keys(asObject(response.headers));
  return names.filter((name) => !RESERVED_HEADERS.has(name.toLowerCase()));
}

function compileContent(
  { pointer, value }: Located,
  compile: (mediaType: string, pointer: string) => CompiledMediaType,
): Record<string, CompiledMediaType> {
  const entries = Object.keys(asObject(value.content)).map((mediaType) => {
    return [mediaType, compile(mediaType, childPointer(pointer, 'content', mediaType))] as const;
  });
  return Object.fromEntries(entries);
}

/** How the content of a request is read. @param pointer of the Media Type Object */
function requestContent(
  schemas: SchemaUses,
  mediaType: string,
  pointer: string,
): CompiledMediaType {
  const kind = contentKind(schemas.resolver, mediaType, pointer);
  const schema = childPointer(pointer, 'schema');
  switch (kind) {
    case 'raw':
      return { kind };
    case 'text':
      return compileText(schemas, schema);
    case 'json':
      return { kind, ...schemas.use(schema, 'request') };
    case 'items':
      return compileItems(schemas, mediaType, pointer, 'request');
    default:
      return compileForm(schemas, pointer, mediaType, kind);
  }
}

/** @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types */
function compileItems(
  schemas: SchemaUses,
  mediaType: string,
  pointer: string,
  direction: Direction,
): CompiledItems {
  const framing = framingOf(parseMediaType(mediaType)?.essence ?? '');
  if (framing === undefined) throw new Error(`The media type "${mediaType}" is not sequential`);
  const schema = schemas.use(childPointer(pointer, 'itemSchema'), direction);
  if (framing !== 'parts') return { kind: 'items', framing, ...schema };
  return { kind: 'items', framing, ...compileParts(schemas, pointer), ...schema };
}

/** Text with a structure, such as XML, is not validated. */
function compileText(schemas: SchemaUses, schema: string): CompiledText {
  const stated = admittedTypes(schemas.resolver, schema) ?? ['string'];
  const types = scalarTypes(stated);
  const isStructure = types.length === 0 && stated.length > 0;
  return {
    kind: 'text',
    serialization: { types: { types } },
    ...(!isStructure && { schema: schemas.use(schema, 'request') }),
  };
}

/** @see https://spec.openapis.org/oas/v3.1.1#header-object */
function compileHeader(schemas: SchemaUses, header: Located): CompiledHeader {
  const [schema, mediaType = ''] = schemaOf(header);
  return {
    required: header.value.required === true,
    explode: header.value.explode === true,
    json: isJson(parseMediaType(mediaType)?.essence ?? ''),
    ...schemas.use(schema, 'response'),
  };
}

/** The parameter `in: querystring`; an operation has at most one. */
export function querystringOf(parameters: readonly Located[]): Located | undefined {
  return parameters.find(({ value }) => value.in === 'querystring');
}

/** The media type of the query string, and the pointer of its Media Type Object. */
export function querystringContent({ pointer, value }: Located): [mediaType: string, at: string] {
  const [mediaType = ''] = Object.keys(asObject(value.content));
  return [mediaType, childPointer(pointer, 'content', mediaType)];
}

/**
 * Compiles a query string that is one value. A media type that is neither JSON nor a form is text.
 *
 * @throws DocumentError for a media type that a query cannot have
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
export function compileQuerystring(schemas: SchemaUses, parameter: Located): CompiledQuerystring {
  const [mediaType, pointer] = querystringContent(parameter);
  const media = requestContent(schemas, mediaType, pointer);
  if (media.kind === 'multipart' || media.kind === 'items') {
    const message = `a query cannot be of the media type ${mediaType}; write application/x-www-form-urlencoded`;
    throw new DocumentError([{ pointer, message }]);
  }
  return {
    required: parameter.value.required === true,
    media: media.kind === 'raw' ? compileText(schemas, childPointer(pointer, 'schema')) : media,
  };
}
