import { contract } from '../../../generated/contract';
import { validators } from '../../../generated/validators';
import { exactJson, withContract } from '../../../src/runtime/client';
import {
  type CompiledContract,
  CompositionError,
  createService,
} from '../../../src/runtime/contract';
import { contractGuard } from '../../../src/runtime/express';
import { readServiceConfig, startService } from '../../../src/runtime/service';

/** What takes generated code, given a contract. */
const takers: Readonly<Record<string, (given: CompiledContract) => unknown>> = {
  createService: (given) => createService(partsOf(given)),
  contractGuard: (given) => contractGuard(partsOf(given)),
  startService: (given) =>
    startService({
      ...partsOf(given),
      config: readServiceConfig({ PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_GRACE_MS: '1' }),
    }),
  withContract: (given) => withContract({}, { contract: given }),
  exactJson: (given) => exactJson({ contract: given, validators }),
};

function partsOf(given: CompiledContract): Parameters<typeof createService>[0] {
  return {
    contract: given,
    validators,
    handlers: {},
    authenticators: {},
    dependencies: undefined,
    maxBodyBytes: 1,
    validateResponses: false,
    onFault: () => undefined,
  };
}

describe.each(Object.keys(takers))('%s refuses generated code', (name) => {
  it.each<[has: string, given: object]>([
    ['no format', { ...contract, format: undefined }],
    ['format 0', { ...contract, format: 0 }],
    // Of another form, nothing else is known.
    ['format 2', { format: 2 }],
  ])('that has %s, and says what to run', async (has, given) => {
    const start = async (): Promise<unknown> => await takers[name]!(given as CompiledContract);
    await expect(start()).rejects.toThrow(
      new CompositionError(
        `The generated code has ${has}, and this version of openapi-trellis takes format 1; run your generate script, such as: npx --no -- trellis generate`,
      ),
    );
  });
});
