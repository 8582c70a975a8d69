import {
  checkFormat,
  type CompiledContract,
  type CompiledJson,
  type CompiledSchema,
  decodeJson,
  describeError,
  matchMediaRange,
  type ParsedJson,
  parseJson,
  parseMediaType,
  responseKeyFor,
  stringifyJson,
  validateJson,
  validatorOf,
  type Validators,
} from '../contract';

/** The generated modules that a client needs. */
export interface ClientContract {
  /** From `contract.ts`. */
  readonly contract: CompiledContract;
  /** From `validators.ts`. */
  readonly validators: Validators;
}

/** The same, with validators only where 64-bit integers are read as `bigint`. */
export type CallContract = Pick<ClientContract, 'contract'> & Partial<ClientContract>;

/** A response and its request, as openapi-fetch passes them to middleware. */
export interface ReceivedResponse {
  readonly request: Request;
  readonly response: Response;
  /** The path template of the document, such as `/plants`. */
  readonly schemaPath: string;
  readonly options: { readonly parseAs: string };
}

/** The serializer and the middleware for openapi-fetch. */
export interface ExactJson {
  /** Writes each `bigint` as an integer. */
  readonly bodySerializer: (body: unknown) => string;
  /** Reads 64-bit integers as `bigint`, where the document specifies them. */
  readonly middleware: {
    readonly onResponse: (received: ReceivedResponse) => Promise<Response | undefined>;
  };
}

/**
 * Makes the JSON of a client exact, for the types that `generate --exact-client` writes: a 64-bit integer is a `bigint`
 * in both directions. Of successful responses, the documented properties are read; a response that does not match its
 * schema rejects with a TypeError. Errors are read as ordinary JSON.
 *
 * @throws CompositionError for generated code of another format
 * @example
 * ```ts
 * import { exactJson } from 'openapi-trellis/client';
 * import { contract } from '../generated/contract';
 * import { validators } from '../generated/validators';
 *
 * // createClient of openapi-fetch takes the serializer, and `use` of its client the middleware.
 * export const { bodySerializer, middleware } = exactJson({ contract, validators });
 * ```
 */
export function exactJson({ contract, validators }: ClientContract): ExactJson {
  checkFormat(contract);
  const client = { contract, validators };
  return {
    bodySerializer: stringifyJson,
    middleware: { onResponse: (received) => readExactly(client, received) },
  };
}

async function readExactly(
  { contract, validators }: ClientContract,
  { request, response, schemaPath, options }: ReceivedResponse,
): Promise<Response | undefined> {
  if (!response.ok || options.parseAs !== 'json') return undefined;
  const content = jsonOf(contract, `${request.method} ${schemaPath}`, response);
  if (content === undefined) return undefined;
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length === 0) return new Response(null, response);
  const subject = `The response to ${schemaPath}`;
  const json = parseJson(body);
  if ('fault' in json) throw new TypeError(`${subject} ${json.fault}`);
  const value = decodeExactly({ contract, validators }, content, json, subject);
  return new DecodedResponse(body, response, value);
}

/** The value with its 64-bit integers as `bigint`. @throws TypeError where it does not match its schema */
export function decodeExactly(
  { contract, validators }: ClientContract,
  { validator, projection }: CompiledSchema,
  json: ParsedJson,
  subject: string,
): unknown {
  const error = validateJson(validatorOf(validators, validator), json);
  if (error !== undefined) throw new TypeError(`${subject} ${describeError(error)}`);
  // Client types have the texts of formats, whatever types handlers get.
  return decodeJson({ contract: { ...contract, extensions: {} }, validators }, projection, json);
}

/** The documented JSON content of a response, if any. */
function jsonOf(
  { operations }: CompiledContract,
  operationName: string,
  { status, headers }: Response,
): CompiledJson | undefined {
  const operation = operations.find(({ method, path }) => `${method} ${path}` === operationName);
  const key = operation && responseKeyFor(operation.responses, status);
  const content = key === undefined ? {} : (operation?.responses[key]?.content ?? {});
  const mediaType = parseMediaType(headers.get('content-type') ?? '');
  const range = mediaType && matchMediaRange(Object.keys(content), mediaType);
  const media = range === undefined ? undefined : content[range];
  return media?.kind === 'json' ? media : undefined;
}

/** A response whose JSON has been read. openapi-fetch reads it only where Content-Length is known. */
class DecodedResponse extends Response {
  override readonly json: () => Promise<unknown>;

  constructor(body: Uint8Array, { status, statusText, headers }: Response, value: unknown) {
    const known = new Headers(headers);
    known.set('content-length', String(body.length));
    super(body, { status, statusText, headers: known });
    const json = (): Promise<unknown> => Promise.resolve(value);
    this.json = json;
  }
}
