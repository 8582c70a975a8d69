import { checkFormat, type CompiledContract, type CompiledOperation } from '../contract';
import type { ClientContract } from './exact-json';
import { writeBody } from './write-body';
import { type CallParameters, writeParameters } from './write-parameters';

/** The options of a client's call. */
interface Call {
  readonly params?: CallParameters;
  readonly headers?: object;
  readonly body?: unknown;
  readonly bodySerializer?: unknown;
  readonly middleware?: readonly object[];
}

const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

const contracted = new WeakSet();

/**
 * Makes a client of openapi-fetch write parameters and bodies as the document states: by style, `explode`,
 * `allowReserved`, `content` and `encoding`, with each `bigint` as an integer. Undefined values are not sent. The media
 * type of a body is the Content-Type header of the call, else that of a Blob, else the first JSON type, else the first.
 * In a multipart form, a Blob, a File or a Uint8Array is a file. A call's own serializers take precedence.
 *
 * @param client the result of openapi-fetch's createClient
 * @returns the client to call; it rejects with a TypeError for a value that cannot be written as documented
 * @throws CompositionError for generated code of another format
 *
 * @example
 * ```ts
 * import { withContract } from 'openapi-trellis/client';
 * import { contract } from '../generated/contract';
 *
 * // `created` is what createClient of openapi-fetch returned.
 * export const plantClient = <Client extends object>(created: Client): Client =>
 *   withContract(created, { contract });
 * ```
 */
export function withContract<Client extends object>(
  client: Client,
  { contract }: Pick<ClientContract, 'contract'>,
): Client {
  checkFormat(contract);
  if (contracted.has(client)) return client;
  const operations = new Map(
    contract.operations.map((each) => [`${each.method} ${each.path}`, each]),
  );
  const write = (method: string, path: string, call: Call = {}): object => {
    const operation = operations.get(`${method} ${path}`);
    return operation === undefined ? call : writtenCall(contract, operation, call);
  };
  const written = new Proxy(client, {
    get(target, name, receiver): unknown {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      const send = (...args: unknown[]): unknown => Reflect.apply(member, target, args);
      if (name === 'request') {
        return async (method: string, path: string, call?: Call) =>
          await send(method, path, write(method.toUpperCase(), path, call));
      }
      if (typeof name !== 'string' || !METHODS.has(name)) return member;
      return async (path: string, call?: Call) => await send(path, write(name, path, call));
    },
  });
  contracted.add(written);
  return written;
}

/** A call with serializers for the written parameters and body, unless it has its own. */
function writtenCall(contract: CompiledContract, operation: CompiledOperation, call: Call): object {
  const { params = {}, headers = {}, body, bodySerializer, middleware = [] } = call;
  const { path, query, headers: header, cookies } = writeParameters(contract, operation, params);
  const isWritten = body !== undefined && bodySerializer === undefined;
  const stated = contentTypeOf(params.header ?? {}) ?? contentTypeOf(headers);
  const written = isWritten ? writeBody(operation, body, stated) : undefined;
  return {
    pathSerializer: (url: string) => url.slice(0, url.length - operation.path.length) + path,
    querySerializer: () => query,
    ...(written && { bodySerializer: () => written.body }),
    ...call,
    params: {
      ...params,
      path: params.path ?? {},
      header: { ...header, ...(written && { 'Content-Type': written.contentType }) },
    },
    middleware: cookies === '' ? middleware : [...middleware, addingCookies(cookies)],
  };
}

function contentTypeOf(headers: object): string | undefined {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const [, value] = entries.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return typeof value === 'string' ? value : undefined;
}

/** Middleware that adds cookies to those that the client sends in all calls. */
function addingCookies(cookies: string): object {
  return {
    onRequest({ request: { headers } }: { readonly request: Request }) {
      const others = headers.get('Cookie');
      headers.set('Cookie', others === null ? cookies : `${others}; ${cookies}`);
    },
  };
}
