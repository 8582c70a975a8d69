import { type CompiledContract, requestHeaders } from 'openapi-trellis/tools';
import type { Operation } from '../../document';
import type { OperationRequest, HeaderField } from '../../samples';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** True for a safe method. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** A path with or without a query, in origin form. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.1 */
const TARGET = /^\/[!-~]*$/;

/**
 * Visible characters and bytes beyond ASCII, with spaces and tabs between them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5
 */
const FIELD_VALUE = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/**
 * True for a request that HTTP allows. Any other is a malformed message, which servers and intermediaries answer
 * before the service, or not at all, whatever the document says.
 */
export function isSendable({ method, target, headers }: OperationRequest): boolean {
  return (
    TOKEN.test(method) &&
    TARGET.test(target) &&
    headers.every(([name, value]) => TOKEN.test(name) && FIELD_VALUE.test(value))
  );
}

/** Methods whose content has no meaning, so they need no Content-Length for absent content. */
export const WITHOUT_CONTENT = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'];

/**
 * The headers of a request as it is sent: its own, and those that HTTP/1.1 requires in addition.
 *
 * @param host host of the service, with its port unless it is the default one
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.6
 */
export function wireHeaders(
  { method, headers, body }: OperationRequest,
  host: string,
): HeaderField[] {
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
 * The base paths of operations: those of the document's servers, which the path of the URL under test replaces.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#server-object
 */
export class BasePaths {
  /** Path of the URL; undefined if it has none and the document's base paths are used. */
  private readonly own: string | undefined;

  constructor(
    private readonly contract: Pick<CompiledContract, 'operations' | 'basePaths'>,
    url: string,
  ) {
    const path = new URL(url).pathname.replace(/\/+$/, '');
    this.own = path === '' ? undefined : path;
  }

  /** Base path of an operation in the service, without a trailing slash. */
  of({ operationId }: Operation): string {
    const { contract, own } = this;
    const compiled = contract.operations.find((each) => each.operationId === operationId);
    const [basePath = ''] = compiled?.basePaths ?? contract.basePaths;
    return own ?? basePath;
  }

  /** Converts a target of the service to one of the document. */
  documentTarget({ target }: Pick<OperationRequest, 'target'>): string {
    const { own } = this;
    if (own === undefined || !target.startsWith(own)) return target;
    const [basePath = ''] = this.contract.basePaths;
    return basePath + target.slice(own.length);
  }
}
