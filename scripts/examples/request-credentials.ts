import type { CompiledContract, SecurityScheme } from '../../src/contract';
import type { Operation } from '../generate/index';
import type { RequestCredentials } from './operation-request';
import { encode } from './serialize-parameter';

export const NO_CREDENTIALS: RequestCredentials = { headers: [], query: [], cookies: [] };

/**
 * Credentials by the first security requirement: the same token for each
 * scheme, as bearer token, API key or password.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function requestCredentials(
  contract: Pick<CompiledContract, 'securitySchemes'>,
  { security }: Operation,
  token: string,
): RequestCredentials {
  const alternatives = security.map((requirement) =>
    Object.keys(requirement).map((name) => contract.securitySchemes[name]),
  );
  const [first = []] = alternatives;
  const parts = first.flatMap((scheme) => (scheme ? [carry(scheme, token)] : []));
  return {
    headers: parts.flatMap(({ headers }) => headers),
    query: parts.flatMap(({ query }) => query),
    cookies: parts.flatMap(({ cookies }) => cookies),
  };
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
  const basic = scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';
  const name = scheme.type === 'http' ? scheme.scheme : 'Bearer';
  const credentials = basic ? Buffer.from(`mock:${token}`).toString('base64') : token;
  return { ...NO_CREDENTIALS, headers: [['Authorization', `${name} ${credentials}`]] };
}
