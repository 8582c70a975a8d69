import {
  challengeOf,
  type CompiledContract,
  type CompiledOperation,
  type HttpResponse,
  responseHeaders,
} from '../contract';

/**
 * The headers that HTTP wants with the status of a response, where the document does not state them.
 *
 * @param operationId of the operation that responds
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
 */
export function headersOfHttp(
  contract: CompiledContract,
  operationId: string | undefined,
  { status, headers }: HttpResponse,
): Readonly<Record<string, string>> {
  const operation = contract.operations.find((each) => each.operationId === operationId);
  const name = { 401: responseHeaders.wwwAuthenticate, 405: responseHeaders.allow }[status];
  if (operation === undefined || name === undefined) return {};
  if (Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase())) return {};
  if (status === 401) return { [name]: challenges(contract, operation) };
  const others = contract.operations.filter(({ path }) => path === operation.path);
  const methods = others.map(({ method }) => method).filter((each) => each !== operation.method);
  return { [name]: methods.join(', ') };
}

/** Of all schemes of the operation; of the most usual one where it asks for none. */
function challenges(
  { securitySchemes }: CompiledContract,
  { security }: CompiledOperation,
): string {
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  const schemes = Object.entries(securitySchemes).filter(([name]) => names.has(name));
  const each = schemes.flatMap(([, scheme]) => Object.values(challengeOf(scheme)));
  return [...new Set(each)].join(', ') || 'Bearer';
}
