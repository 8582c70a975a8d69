import type { Authenticators, CompiledContract } from '../contract';
import { tokenAuthenticators } from '../service';

/** Authenticators that no token passes, for tools that only ask which security schemes have one. */
export function ownAuthenticators(contract: CompiledContract): Authenticators {
  return tokenAuthenticators(contract, () => Promise.resolve({ refusal: 'unknown' }));
}

/** All scopes that the document's requirements name, in its order. */
export function scopesInUse({ operations }: CompiledContract): readonly string[] {
  const requirements = operations.flatMap(({ security }) => security);
  return [...new Set(requirements.flatMap((each) => Object.values(each).flat()))];
}
