import type { Authenticators, CompiledContract } from '../contract';
import { type AccessSetup, tokenAuthenticators } from '../service';

/**
 * Authenticators that accept no token, for tools that only check which security schemes have one.
 */
export function authenticators({ contract }: Pick<AccessSetup, 'contract'>): Authenticators {
  return tokenAuthenticators(contract, () => Promise.resolve({ refusal: 'unknown' }));
}

/** All scopes in the document's security requirements, in its order. */
export function scopesInUse({ operations }: CompiledContract): readonly string[] {
  const requirements = operations.flatMap(({ security }) => security);
  return [...new Set(requirements.flatMap((each) => Object.values(each).flat()))];
}
