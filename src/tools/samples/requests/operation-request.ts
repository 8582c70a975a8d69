import {
  encode,
  type HttpRequest,
  isSpreadObject,
  parseMediaType,
  primitiveText,
  serialize,
} from 'openapi-trellis/tools';
import { asObject, type JsonObject, type Operation, type Located } from '../../document';
import { serializationOf, takeMembers } from './serialize-parameter';
import { serializeBody } from './serialize-body';

/** The arguments of a call, before they are serialized to a request. */
export interface OperationValues {
  readonly parameters: readonly ParameterValue[];
  readonly body?: BodyValue;
}

export interface ParameterValue {
  readonly parameter: Located;
  readonly value: unknown;
  /** Sent instead of the serialized value, to break a rule on purpose. */
  readonly text?: string;
}

export interface BodyValue {
  /** The media type or range, as the document has it. */
  readonly mediaType: string;
  readonly media: Located;
  readonly value: unknown;
  /** Sent instead of the serialized value, to break a rule on purpose. */
  readonly text?: string;
}

/** Serialized credentials, by location. */
export interface RequestCredentials {
  readonly headers: readonly HeaderField[];
  readonly query: readonly string[];
  readonly cookies: readonly string[];
}

/** A header field line. */
export type HeaderField = readonly [name: string, value: string];

/** A complete request. */
export interface OperationRequest {
  /** In uppercase. */
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Buffer;
}

/**
 * Serializes a call of an operation to a request.
 *
 * @param basePath of the server, without a trailing slash
 */
export function operationRequest(
  operation: Operation,
  values: OperationValues,
  credentials: RequestCredentials,
  basePath = '',
): OperationRequest {
  const at = (location: string): ParameterValue[] =>
    values.parameters.filter(({ parameter }) => parameter.value.in === location);
  const path = operation.path.replace(/\{([^{}]*)\}/g, (expression, name: string) => {
    const given = at('path').find(({ parameter }) => parameter.value.name === name);
    return given === undefined ? expression : written(given);
  });
  const query = [
    ...at('querystring').map(written),
    ...distinct(operation, at('query')).map(written),
    ...credentials.query,
  ].filter((text) => text !== '');
  const cookies = [...distinct(operation, at('cookie')).map(cookie), ...credentials.cookies].filter(
    (text) => text !== '',
  );
  const { body } = values;
  const serialized = body && serializeBody(body.mediaType, body.media.value, body.value);
  const bytes = body?.text === undefined ? serialized?.bytes : Buffer.from(body.text);
  return {
    method: operation.method,
    target: withQuery(encoded(basePath + path), query),
    headers: [
      ...at('header').map((each) => [String(each.parameter.value.name), written(each)] as const),
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
      ...credentials.headers,
      ...(serialized ? [['Content-Type', serialized.contentType] as const] : []),
    ],
    ...(bytes && { body: bytes }),
  };
}

/** A path template may hold characters that a request line must not. */
function encoded(path: string): string {
  return path.replace(/[^!-~]+/gu, (text) =>
    Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  );
}

/** A path template may contain a query itself. */
function withQuery(path: string, query: readonly string[]): string {
  if (query.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`;
}

/** The values of one location, with no name used twice. */
function distinct(operation: Operation, values: readonly ParameterValue[]): ParameterValue[] {
  const isSpread = ({ parameter, value, text }: ParameterValue): boolean => {
    const isStyled = text === undefined && !('content' in parameter.value);
    return isStyled && isSpreadObject(value, serializationOf(parameter.value));
  };
  const spread = values.filter(isSpread).map(({ parameter }) => parameter.value.name);
  const [location] = values.map(({ parameter }) => parameter.value.in);
  const declared = operation.parameters.filter(({ value }) => value.in === location);
  const names = declared.map(({ value }) => String(value.name));
  const taken = new Set(names.filter((name) => !spread.includes(name)));
  return values.map((given) =>
    isSpread(given) ? { ...given, value: takeMembers(given.value, taken) } : given,
  );
}

/** Cookies are separated by semicolons, where the style `form` uses ampersands. */
function cookie(given: ParameterValue): string {
  const { style } = given.parameter.value;
  return style === 'cookie' ? written(given) : written(given).replaceAll('&', '; ');
}

/** A serialized parameter, with its name where its location needs one. */
export function written({ parameter, value, text }: ParameterValue): string {
  const { name, in: location } = parameter.value;
  const named = location === 'query' || location === 'cookie';
  const how = serializationOf(parameter.value);
  if (text === undefined && !('content' in parameter.value))
    return serialize(String(name), value, how);
  const plain = text ?? primitiveJson(value, parameter);
  if (location === 'querystring' && isForm(parameter)) return plain;
  const content = how.encode(plain);
  return named ? `${encode(String(name))}=${content}` : content;
}

/** True for content whose media type percent-encodes itself. */
function isForm({ value }: Located): boolean {
  const [mediaType = ''] = Object.keys(asObject(value.content));
  return parseMediaType(mediaType)?.essence === 'application/x-www-form-urlencoded';
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-use-with-content */
function primitiveJson(value: unknown, parameter: Located): string {
  const [[mediaType, media] = ['application/json', {}]] = Object.entries(
    parameter.value.content as Record<string, JsonObject>,
  );
  return mediaType.startsWith('text/')
    ? primitiveText(value)
    : serializeBody(mediaType, media, value).bytes.toString();
}

/** The request as a server passes it to a service, without a connection. */
export function httpRequest({ method, target, headers, body }: OperationRequest): HttpRequest {
  return {
    method,
    target,
    headerValues: (name) =>
      headers.flatMap(([other, value]) => (other.toLowerCase() === name ? [value] : [])),
    hasBody: body !== undefined,
    readBody: () => ({ outcome: 'complete', bytes: body ?? Buffer.alloc(0) }),
    async *streamBody() {
      yield await Promise.resolve(body ?? Buffer.alloc(0));
    },
    get signal() {
      return new AbortController().signal;
    },
    get closing() {
      return new AbortController().signal;
    },
  };
}
