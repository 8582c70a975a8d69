import { type CompiledContract, requestHeaders } from '../../contract';
import type { Operation } from '../../generate/index';
import type { OperationRequest } from '../../samples/requests/operation-request';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** True for a method that changes nothing. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** A path, perhaps with a query, in origin form. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.1 */
const TARGET = /^\/[!-~]*$/;

/**
 * Visible characters and bytes beyond ASCII, with space between them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5
 */
const FIELD_VALUE = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/**
 * True for a request that HTTP allows. Any other is for no service to accept or refuse by its document: it
 * is a malformed message, which servers and intermediaries answer before that, or do not answer at all.
 */
export function isSendable({ method, target, headers }: OperationRequest): boolean {
  return (
    TOKEN.test(method) &&
    TARGET.test(target) &&
    headers.every(([name, value]) => TOKEN.test(name) && FIELD_VALUE.test(value))
  );
}

/** Methods whose content has no meaning, so that its absence need not be said. */
export const WITHOUT_CONTENT = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'];

/**
 * The headers of a request as it is sent: its own, with those that HTTP/1.1 wants beside them.
 *
 * @param host of the service, with its port unless that is the usual one
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.6
 */
export function wireHeaders(
  { method, headers, body }: OperationRequest,
  host: string,
): (readonly [name: string, value: string])[] {
  const has = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name);
  const saysLength = body !== undefined || !WITHOUT_CONTENT.includes(method);
  return [
    ...(has('host') ? [] : [['Host', host] as const]),
    ...headers,
    ...(saysLength && !has(requestHeaders.contentLength) && !has('transfer-encoding')
      ? [['Content-Length', String(body?.length ?? 0)] as const]
      : []),
  ];
}

/**
 * Where the paths of the document begin: in the document by the paths of its servers, and in the service
 * under test by the path of its URL, which stands in for them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#server-object
 */
export class BasePaths {
  /** Undefined where the URL has no path, so that the document's are used. */
  private readonly own: string | undefined;

  constructor(
    private readonly contract: Pick<CompiledContract, 'operations' | 'basePaths'>,
    url: string,
  ) {
    const path = new URL(url).pathname.replace(/\/+$/, '');
    this.own = path === '' ? undefined : path;
  }

  /** That of an operation in the service, without a slash at the end. */
  of({ operationId }: Operation): string {
    const { contract, own } = this;
    const compiled = contract.operations.find((each) => each.operationId === operationId);
    const [basePath = ''] = compiled?.basePaths ?? contract.basePaths;
    return own ?? basePath;
  }

  /** A target of the service as one of the document. */
  documentTarget({ target }: Pick<OperationRequest, 'target'>): string {
    const { own } = this;
    if (own === undefined || !target.startsWith(own)) return target;
    const [basePath = ''] = this.contract.basePaths;
    return basePath + target.slice(own.length);
  }
}
