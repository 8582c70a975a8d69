import { requestHeaders } from '../../contract';
import type { OperationRequest } from '../../samples/requests/operation-request';

/** Methods whose content has no meaning, so that its absence need not be said. */
const WITHOUT_CONTENT = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'];

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
