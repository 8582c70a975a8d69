import type { CompiledContract, CompiledOperation } from '../contract';
import type { ClientContract } from './exact-json';
import { writeBody } from './write-body';
import { type CallParameters, writeParameters } from './write-parameters';

/** What a call of a client has beside method and path. */
interface Call {
  readonly params?: CallParameters;
  readonly headers?: object;
  readonly body?: unknown;
  readonly bodySerializer?: unknown;
  readonly middleware?: readonly object[];
}

const METHODS = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

/**
 * Makes a client of openapi-fetch write parameters and bodies as the document says: by style, `explode`,
 * `allowReserved`, `content` and `encoding`, with each `bigint` as an integer. What is undefined is not sent.
 * A body has the media type that the call names in a Content-Type header, or else that of a Blob, the first
 * JSON, or the first. In a multipart form, a Blob, a File or a Uint8Array is a file. Serializers that a call
 * has itself go first.
 *
 * @param client what createClient of openapi-fetch returned
 * @returns the client to call; it rejects with a TypeError for a value that the document has no form for
 *
 * @example
 * ```ts
 * import { withContract } from 'plant-store/client';
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
  const operations = new Map(
    contract.operations.map((each) => [`${each.method} ${each.path}`, each]),
  );
  const write = (method: string, path: string, call: Call = {}): object => {
    const operation = operations.get(`${method} ${path}`);
    return operation === undefined ? call : writtenCall(contract, operation, call);
  };
  return new Proxy(client, {
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
}

/** A call whose serializers give what is written here, unless it has its own. */
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

/** What sends cookies beside those that the client has for all calls. */
function addingCookies(cookies: string): object {
  return {
    onRequest({ request: { headers } }: { readonly request: Request }) {
      const others = headers.get('Cookie');
      headers.set('Cookie', others === null ? cookies : `${others}; ${cookies}`);
    },
  };
}
