import type { CompiledContract, SecurityScheme } from '../../src/contract/compiled-contract';
import type { Authenticator, Authenticators } from '../../src/contract/security';

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
  return (credentials) => {
    const secret = isBasic(scheme) ? passwordOf(credentials) : credentials;
    const known = secret !== undefined && (tokens.size === 0 || tokens.has(secret));
    return Promise.resolve(
      known ? { outcome: 'accepted', principal: { name: 'mock' } } : { outcome: 'rejected' },
    );
  };
}

function isBasic(scheme: SecurityScheme): boolean {
  return scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';
}

/** @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function passwordOf(credentials: string): string | undefined {
  const text = Buffer.from(credentials, 'base64').toString();
  const separator = text.indexOf(':');
  return separator < 0 ? undefined : text.slice(separator + 1);
}
