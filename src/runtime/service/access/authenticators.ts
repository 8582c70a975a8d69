import { reasonOf, type AccessGrant, type TokenVerifier } from './token-verifier';
import {
  type Authenticator,
  type Authenticators,
  type CompiledContract,
  type Principal,
  secretOf,
  type SecurityScheme,
} from '../../contract';

/**
 * Authenticates the document's security schemes by access tokens: as bearer token, as API key, or as the password of
 * `basic` with any user-id. Where a requirement names scopes, or roles, the token must have all of them. Tokens are no
 * certificates and no digests, so schemes of those get no authenticator, and startup reports them.
 */
export function tokenAuthenticators(
  contract: CompiledContract,
  verify: TokenVerifier,
): Authenticators {
  const decidable = Object.entries(contract.securitySchemes).filter(([, scheme]) =>
    carriesToken(scheme),
  );
  const authenticator = tokenAuthenticatorBy(verify);
  return Object.fromEntries(decidable.map(([name]) => [name, authenticator]));
}

export function tokenAuthenticatorBy(verify: TokenVerifier): Authenticator {
  return async (credentials, { scheme, scopes }) => {
    const verdict = await verify(secretOf(scheme, credentials));
    if ('refusal' in verdict) return { outcome: 'rejected', ...reasonOf(verdict.refusal) };
    const { grant } = verdict;
    if (!allows(grant, scopes)) return { outcome: 'forbidden' };
    return { outcome: 'accepted', principal: principalOf(grant) };
  };
}

/** The principal of a grant, for logs and quotas. */
export function principalOf({ name, id, client }: AccessGrant): Principal {
  return {
    name,
    ...(id !== undefined && { credentialId: id }),
    ...(client !== undefined && { client }),
  };
}

/** Whether a grant has all scopes that an operation requires. */
export function allows(
  { scopes }: Pick<AccessGrant, 'scopes'>,
  wanted: readonly string[],
): boolean {
  return scopes === 'all' || wanted.every((scope) => scopes.includes(scope));
}

function carriesToken(scheme: SecurityScheme): boolean {
  if (scheme.type === 'http') return ['basic', 'bearer'].includes(scheme.scheme);
  return scheme.type !== 'mutualTLS';
}
