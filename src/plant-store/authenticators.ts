import type { Authenticators, CompiledContract } from '../contract';
import { accessTokenAuthenticators, createServiceLog, readServiceConfig } from '../service';

/**
 * Authenticators that accept no token, for tools that only check which security schemes have one.
 */
export function ownAuthenticators(contract: CompiledContract): Authenticators {
  const config = readServiceConfig({});
  const log = createServiceLog({ logLevel: 'silent' }, {});
  return accessTokenAuthenticators({ contract, config, log });
}

/** All scopes in the document's security requirements, in its order. */
export function scopesInUse({ operations }: CompiledContract): readonly string[] {
  const requirements = operations.flatMap(({ security }) => security);
  return [...new Set(requirements.flatMap((each) => Object.values(each).flat()))];
}
