import { type JsonObject, type Kind, METHODS } from '../../document';
import type { LaterVersion } from './upgrade-document';

/** Objects that the walk through a document does not enter, by the fields that hold them, one or several. */
const PARTS = [
  'contact',
  'license',
  'externalDocs',
  'tags',
  'server',
  'servers',
  'variables',
  'flows',
] as const;

export type Part = (typeof PARTS)[number];

export function isPart(field: string): field is Part {
  return PARTS.some((part) => part === field);
}

export type Described = Kind | 'info' | Part;

type Fields = Readonly<Partial<Record<Described, readonly string[]>>>;

const server = ['url', 'description', 'variables'];

/**
 * The fields of each kind of object, other than extensions (`x-`). Schemas and objects with arbitrary names are not
 * listed.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#schema
 */
const FIELDS: Fields = {
  openapi: [
    ...['openapi', 'info', 'jsonSchemaDialect', 'servers', 'paths', 'webhooks', 'components'],
    ...['security', 'tags', 'externalDocs'],
  ],
  info: ['title', 'summary', 'description', 'termsOfService', 'contact', 'license', 'version'],
  components: [
    ...['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers'],
    ...['securitySchemes', 'links', 'callbacks', 'pathItems'],
  ],
  pathItem: [
    ...['$ref', 'summary', 'description', 'servers', 'parameters'],
    ...METHODS.filter((method) => method !== 'query'),
  ],
  operation: [
    ...['tags', 'summary', 'description', 'externalDocs', 'operationId', 'parameters'],
    ...['requestBody', 'responses', 'callbacks', 'deprecated', 'security', 'servers'],
  ],
  parameter: [
    ...['name', 'in', 'description', 'required', 'deprecated', 'allowEmptyValue', 'style'],
    ...['explode', 'allowReserved', 'schema', 'example', 'examples', 'content'],
  ],
  header: [
    ...['description', 'required', 'deprecated', 'style', 'explode', 'schema', 'example'],
    ...['examples', 'content'],
  ],
  requestBody: ['description', 'content', 'required'],
  response: ['description', 'headers', 'content', 'links'],
  mediaType: ['schema', 'example', 'examples', 'encoding'],
  encoding: ['contentType', 'headers', 'style', 'explode', 'allowReserved'],
  example: ['summary', 'description', 'value', 'externalValue'],
  link: ['operationRef', 'operationId', 'parameters', 'requestBody', 'description', 'server'],
  contact: ['name', 'url', 'email'],
  license: ['name', 'identifier', 'url'],
  externalDocs: ['description', 'url'],
  tags: ['name', 'description', 'externalDocs'],
  server,
  servers: server,
  variables: ['enum', 'default', 'description'],
  flows: ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'scopes'],
};

/** Fields that OpenAPI 3.2 adds. @see https://spec.openapis.org/oas/v3.2.0#schema-object */
const FIELDS_OF_3_2: Fields = {
  openapi: ['$self'],
  components: ['mediaTypes'],
  pathItem: ['query', 'additionalOperations'],
  response: ['summary'],
  mediaType: ['description', 'itemSchema', 'prefixEncoding', 'itemEncoding'],
  encoding: ['encoding', 'prefixEncoding', 'itemEncoding'],
  example: ['dataValue', 'serializedValue'],
  securityScheme: ['deprecated', 'oauth2MetadataUrl'],
  tags: ['summary', 'parent', 'kind'],
  server: ['name'],
  servers: ['name'],
  flows: ['deviceAuthorizationUrl'],
};

const SCHEME_FIELDS: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme', 'bearerFormat'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
  mutualTLS: [],
};

/** The fields of an object that its kind does not have in this version of OpenAPI. */
export function unknownFields(kind: Described, value: JsonObject, version: LaterVersion): string[] {
  const known = kind === 'securityScheme' ? schemeFields(value.type) : FIELDS[kind];
  if (known === undefined) return [];
  return Object.keys(value).filter((name) => {
    if (known.includes(name) || name.startsWith('x-')) return false;
    return version === '3.1' || !isFieldOf32(kind, name);
  });
}

/** True for a field that OpenAPI 3.2 adds. */
export function isFieldOf32(kind: Described, name: string): boolean {
  return FIELDS_OF_3_2[kind]?.includes(name) ?? false;
}

function schemeFields(type: unknown): readonly string[] | undefined {
  if (typeof type !== 'string' || !Object.hasOwn(SCHEME_FIELDS, type)) return undefined;
  return ['type', 'description', ...(SCHEME_FIELDS[type] ?? [])];
}
