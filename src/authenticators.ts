import type { TokenVerifier } from './access/token-verifier';
import type { CompiledContract, SecurityScheme } from './contract/compiled-contract';
import type { Authenticator, Authenticators } from './contract/security';

/**
 * Lets the access tokens decide on the document's security schemes: as bearer token, as API key, or as
 * the password of `basic` beside any user-id. Opaque tokens carry no scopes and are no certificates, so a
 * scheme of which the document wants those gets no authenticator, and the start names it.
 */
export function accessAuthenticators(
  contract: CompiledContract,
  verify: TokenVerifier,
): Authenticators {
  const scoped = schemesWithScopes(contract);
  const decidable = Object.entries(contract.securitySchemes).filter(([name]) => !scoped.has(name));
  return Object.fromEntries(
    decidable.flatMap(([name, scheme]) => {
      const tokenOf = tokenReader(scheme);
      return tokenOf === undefined ? [] : [[name, authenticator(verify, tokenOf)]];
    }),
  );
}

function authenticator(
  verify: TokenVerifier,
  tokenOf: (credentials: string) => string,
): Authenticator {
  return async (credentials) => {
    const grant = await verify(tokenOf(credentials));
    if (grant === undefined) return { outcome: 'rejected' };
    return { outcome: 'accepted', principal: { name: grant.label } };
  };
}

/** Where a scheme's credentials hold the token; undefined for a scheme that carries none. */
function tokenReader(scheme: SecurityScheme): ((credentials: string) => string) | undefined {
  switch (scheme.type) {
    case 'http':
      if (scheme.scheme === 'bearer') return (token) => token;
      if (scheme.scheme !== 'basic') return undefined;
      return (credentials) => credentials.slice(credentials.indexOf(':') + 1);
    case 'apiKey':
    case 'oauth2':
    case 'openIdConnect':
      return (token) => token;
    case 'mutualTLS':
      return undefined;
  }
}

function schemesWithScopes({ operations }: CompiledContract): ReadonlySet<string> {
  const wanted = operations.flatMap(({ security }) =>
    security.flatMap(Object.entries<readonly string[]>),
  );
  return new Set(wanted.filter(([, scopes]) => scopes.length > 0).map(([name]) => name));
}
