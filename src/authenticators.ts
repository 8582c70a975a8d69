import type { TokenVerifier } from './access/token-verifier';
import {
  type Authenticator,
  type Authenticators,
  type CompiledContract,
  secretOf,
  type SecurityScheme,
} from './contract';

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
  const decidable = Object.entries(contract.securitySchemes).filter(
    ([name, scheme]) => carriesToken(scheme) && !scoped.has(name),
  );
  return Object.fromEntries(
    decidable.map(([name, scheme]) => [name, authenticator(scheme, verify)]),
  );
}

function authenticator(scheme: SecurityScheme, verify: TokenVerifier): Authenticator {
  return async (credentials) => {
    const grant = await verify(secretOf(scheme, credentials));
    if (grant === undefined) return { outcome: 'rejected' };
    const { label, id } = grant;
    const principal = { name: label, ...(id !== undefined && { credentialId: id }) };
    return { outcome: 'accepted', principal };
  };
}

function carriesToken(scheme: SecurityScheme): boolean {
  if (scheme.type === 'http') return ['basic', 'bearer'].includes(scheme.scheme);
  return scheme.type !== 'mutualTLS';
}

function schemesWithScopes({ operations }: CompiledContract): ReadonlySet<string> {
  const wanted = operations.flatMap(({ security }) =>
    security.flatMap(Object.entries<readonly string[]>),
  );
  return new Set(wanted.filter(([, scopes]) => scopes.length > 0).map(([name]) => name));
}
