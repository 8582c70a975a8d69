import { type CompiledContract, encode, type SecurityScheme } from 'openapi-trellis/tools';
import type { Operation } from '../../document';
import type { RequestCredentials } from './operation-request';

export const NO_CREDENTIALS: RequestCredentials = { headers: [], query: [], cookies: [] };

/**
 * Credentials for the first security requirement whose schemes do not need the same header for different values. Every
 * scheme gets the same token: as bearer token, API key or password.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function requestCredentials(
  contract: Pick<CompiledContract, 'securitySchemes'>,
  { security }: Operation,
  token: string,
): RequestCredentials {
  const alternatives = security.map((requirement) =>
    requirementCredentials(contract, Object.keys(requirement), () => token),
  );
  const [first = NO_CREDENTIALS] = alternatives;
  return alternatives.find(({ headers }) => !isContradictory(headers)) ?? first;
}

/** Credentials for all schemes of one security requirement. @param tokenOf the token of a scheme */
export function requirementCredentials(
  { securitySchemes }: Pick<CompiledContract, 'securitySchemes'>,
  names: readonly string[],
  tokenOf: (scheme: string) => string,
): RequestCredentials {
  const parts = names.flatMap((name) => {
    const scheme = securitySchemes[name];
    return scheme ? [carry(scheme, tokenOf(name))] : [];
  });
  return {
    headers: distinct(parts.flatMap(({ headers }) => headers)),
    query: parts.flatMap(({ query }) => query),
    cookies: parts.flatMap(({ cookies }) => cookies),
  };
}

type Headers = RequestCredentials['headers'];

function distinct(headers: Headers): Headers {
  return [...new Map(headers.map((header) => [header.join(': '), header])).values()];
}

/** True where a header would need two values. */
function isContradictory(headers: Headers): boolean {
  const names = headers.map(([name]) => name.toLowerCase());
  return new Set(names).size < names.length;
}

function carry(scheme: SecurityScheme, token: string): RequestCredentials {
  if (scheme.type === 'apiKey') {
    const pair = `${encode(scheme.name)}=${encode(token)}`;
    switch (scheme.in) {
      case 'header':
        return { ...NO_CREDENTIALS, headers: [[scheme.name, token]] };
      case 'query':
        return { ...NO_CREDENTIALS, query: [pair] };
      case 'cookie':
        return { ...NO_CREDENTIALS, cookies: [`${scheme.name}=${token}`] };
    }
  }
  if (scheme.type === 'mutualTLS') {
    const certificate = Buffer.from(token).toString('base64');
    return { ...NO_CREDENTIALS, headers: [['Client-Cert', `:${certificate}:`]] };
  }
  const name = scheme.type === 'http' ? registeredName(scheme.scheme) : 'Bearer';
  // A token that is not a user and password already is taken as the password of a user (RFC 7617, section 2).
  const pair = token.includes(':') ? token : `mock:${token}`;
  const credentials = name === 'Basic' ? Buffer.from(pair).toString('base64') : token;
  return { ...NO_CREDENTIALS, headers: [['Authorization', `${name} ${credentials}`]] };
}

/** @see https://www.iana.org/assignments/http-authschemes */
const REGISTERED = [
  'Basic',
  'Bearer',
  'Digest',
  'DPoP',
  'GNAP',
  'HOBA',
  'Mutual',
  'Negotiate',
  'OAuth',
];

/** Documents write `bearer`, which is equal (RFC 9110, section 11.1), but many services accept only `Bearer`. */
function registeredName(scheme: string): string {
  return REGISTERED.find((name) => name.toLowerCase() === scheme.toLowerCase()) ?? scheme;
}
