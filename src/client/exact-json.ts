import {
  type CompiledContract,
  type CompiledJson,
  decodeJson,
  describeError,
  matchMediaRange,
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
  /** Of `contract.ts`. */
  readonly contract: CompiledContract;
  /** Of `validators.ts`. */
  readonly validators: Validators;
}

/** A response and its request, as openapi-fetch passes them to middleware. */
export interface ReceivedResponse {
  readonly request: Request;
  readonly response: Response;
  /** The path as the document has it, such as `/plants`. */
  readonly schemaPath: string;
  readonly options: { readonly parseAs: string };
}

/** The serializer and the middleware for openapi-fetch. */
export interface ExactJson {
  /** Writes each `bigint` as an integer. */
  readonly bodySerializer: (body: unknown) => string;
  /** Reads integers of 64 bits as `bigint`, where the document has them. */
  readonly middleware: {
    readonly onResponse: (received: ReceivedResponse) => Promise<Response | undefined>;
  };
}

/**
 * Makes the JSON of a client exact, for the types that `generate --exact-client` writes: an integer of 64 bits
 * is a `bigint` on both ways. Of successful responses, the properties that the document names are read;
 * a response that its schema does not take rejects with a TypeError. Errors are read as JSON is by default.
 *
 * @example
 * ```ts
 * import { exactJson } from 'plant-store/client';
 * import { contract } from '../generated/contract';
 * import { validators } from '../generated/validators';
 *
 * // createClient of openapi-fetch takes the serializer, and `use` of its client the middleware.
 * export const { bodySerializer, middleware } = exactJson({ contract, validators });
 * ```
 */
export function exactJson({ contract, validators }: ClientContract): ExactJson {
  // Types for clients have the texts of formats, whatever handlers get for them.
  const client = { contract: { ...contract, extensions: {} }, validators };
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
  const json = parseJson(body);
  if ('fault' in json) throw new TypeError(`The response to ${schemaPath} ${json.fault}`);
  const error = validateJson(validatorOf(validators, content.validator), json);
  if (error !== undefined) {
    throw new TypeError(`The response to ${schemaPath} ${describeError(error)}`);
  }
  return new DecodedResponse(
    body,
    response,
    decodeJson({ contract, validators }, content.projection, json),
  );
}

/** The JSON that a response has by the document, if it has. */
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

/** A response whose JSON has been read. openapi-fetch asks for it only where Content-Length is known. */
class DecodedResponse extends Response {
  override readonly json: () => Promise<unknown>;

  constructor(body: Uint8Array, { status, statusText, headers }: Response, value: unknown) {
    const known = new Headers(headers);
    known.set('content-length', String(body.length));
    super(body, { status, statusText, headers: known });
    this.json = () => Promise.resolve(value);
  }
}
