import type { LoadedContract } from '../generate/index';

/** The same contract, open to everybody. */
export function withoutSecurity(loaded: LoadedContract): LoadedContract {
  const { contract, operations } = loaded;
  return {
    ...loaded,
    operations: operations.map((operation) => ({ ...operation, security: [] })),
    contract: {
      ...contract,
      operations: contract.operations.map((operation) => ({ ...operation, security: [] })),
    },
  };
}
