import type { CompiledContract } from 'openapi-trellis/contract';

/** For tools that check which security schemes have an authenticator. */
export { accessTokenAuthenticators as authenticators } from 'openapi-trellis/service';

/** All scopes in the document's security requirements, in its order. */
export function scopesInUse({ operations }: CompiledContract): readonly string[] {
  const requirements = operations.flatMap(({ security }) => security);
  return [...new Set(requirements.flatMap((each) => Object.values(each).flat()))];
}
