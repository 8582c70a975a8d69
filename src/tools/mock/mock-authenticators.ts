import {
  type Authenticator,
  type Authenticators,
  type CompiledContract,
  secretOf,
  type SecurityScheme,
} from 'openapi-trellis/tools';

/** Accepts each of the tokens as bearer token, API key or password; without tokens, all well-formed credentials. */
export function mockAuthenticators(
  { securitySchemes }: CompiledContract,
  tokens: ReadonlySet<string>,
): Authenticators {
  return Object.fromEntries(
    Object.entries(securitySchemes).map(([name, scheme]) => [name, authenticator(scheme, tokens)]),
  );
}

function authenticator(scheme: SecurityScheme, tokens: ReadonlySet<string>): Authenticator {
  // A certificate is not a token, so each well-formed one is accepted.
  const takesAll = tokens.size === 0 || scheme.type === 'mutualTLS';
  return (credentials) =>
    Promise.resolve(
      takesAll || tokens.has(secretOf(scheme, credentials))
        ? { outcome: 'accepted', principal: { name: 'mock' } }
        : { outcome: 'rejected' },
    );
}
