import type { CompiledContract, CompiledOperation, SecurityScheme } from '../compiled-contract';
import { requestHeaders } from '../http-semantics';
import { allowedMethods } from './route-request';
import { parseRequestTarget } from '../uri';
import type { Router } from './router';

/** The methods and header fields of a path, which browsers request before they let a page use it. */
export interface PathInterface {
  /** The supported methods, including HEAD and OPTIONS. */
  readonly methods: readonly string[];
  /** Header fields that the document allows in requests: parameters, credentials and Content-Type. */
  readonly requestHeaders: readonly string[];
  /** Header fields that the document states for responses. */
  readonly responseHeaders: readonly string[];
}

/** Makes a function that returns the interface at a request target; undefined where the document has no path. */
export function pathInterfaces(
  contract: CompiledContract,
  router: Router<CompiledOperation>,
): (target: string) => PathInterface | undefined {
  const methods = [...new Set(contract.operations.map(({ method }) => method))];
  /** By the operations of a path; bounded by the document. */
  const known = new Map<string, PathInterface>();
  return (text) => {
    const target = parseRequestTarget(text);
    if (target === undefined) return undefined;
    const operations = methods.flatMap((method) => {
      const found = router.find(method, target);
      return found.outcome === 'found' ? [found.route] : [];
    });
    if (operations.length === 0) return undefined;
    const key = operations.map(({ operationId }) => operationId).join('\n');
    const interfaceOf = known.get(key) ?? describe(contract, operations);
    known.set(key, interfaceOf);
    return interfaceOf;
  };
}

function describe(
  { securitySchemes }: CompiledContract,
  operations: readonly CompiledOperation[],
): PathInterface {
  return {
    methods: allowedMethods(operations.map(({ method }) => method)),
    requestHeaders: unique(operations.flatMap((each) => requestHeadersOf(each, securitySchemes))),
    responseHeaders: unique(
      operations.flatMap(({ responses }) =>
        Object.values(responses).flatMap(({ headers }) => Object.keys(headers)),
      ),
    ),
  };
}

function requestHeadersOf(
  { parameters, requestBody, security }: CompiledOperation,
  schemes: CompiledContract['securitySchemes'],
): string[] {
  const named = parameters.filter((parameter) => parameter.in === 'header');
  const credentials = security
    .flatMap((requirement) => Object.keys(requirement))
    .flatMap((name) => schemes[name] ?? [])
    .flatMap(credentialHeaders);
  const content = requestBody === undefined ? [] : [requestHeaders.contentType];
  return [...named.map(({ name }) => name), ...credentials, ...content];
}

function credentialHeaders(scheme: SecurityScheme): string[] {
  switch (scheme.type) {
    case 'apiKey':
      return scheme.in === 'header' ? [scheme.name] : [];
    case 'mutualTLS':
      // Sent by the TLS front, never by a client.
      return [];
    default:
      return [requestHeaders.authorization];
  }
}

/** Names of header fields are case-insensitive; the first spelling wins. */
function unique(names: readonly string[]): string[] {
  const byLowerCase = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (!byLowerCase.has(key)) byLowerCase.set(key, name);
  }
  return [...byLowerCase.values()];
}
