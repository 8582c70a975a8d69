import {
  type Authenticator,
  type Authenticators,
  type CompiledContract,
  secretOf,
  type SecurityScheme,
} from '../contract';

/**
 * Lets in whoever has one of the tokens, as bearer token, API key or password; without tokens, whoever
 * sends credentials of the right form.
 */
export function mockAuthenticators(
  { securitySchemes }: CompiledContract,
  tokens: ReadonlySet<string>,
): Authenticators {
  return Object.fromEntries(
    Object.entries(securitySchemes).map(([name, scheme]) => [name, authenticator(scheme, tokens)]),
  );
}

function authenticator(scheme: SecurityScheme, tokens: ReadonlySet<string>): Authenticator {
  // A certificate is no token, so each of the right form is taken.
  const takesAll = tokens.size === 0 || scheme.type === 'mutualTLS';
  return (credentials) =>
    Promise.resolve(
      takesAll || tokens.has(secretOf(scheme, credentials))
        ? { outcome: 'accepted', principal: { name: 'mock' } }
        : { outcome: 'rejected' },
    );
}
