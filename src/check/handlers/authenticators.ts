import { accessAuthenticators } from '../../plant-store/authenticators';
import { type Authenticators, type CompiledContract, schemesInUse } from '../../contract';
import { DEFAULT_HANDLERS } from '../../cli/package-files';
import { asObject } from '../../generate/index';
import { loadUserModule } from '../../cli/user-module';

/**
 * Security schemes that operations ask for and that nothing authenticates by.
 *
 * @param handlers the folder of the handlers, which tells whose service it is
 * @param module exports `authenticators`; without one, only those of the project itself are known
 * @returns undefined where the authenticators are not known
 * @throws CommandError naming the module, where it cannot be loaded
 */
export function schemesWithoutAuthenticator(
  contract: CompiledContract,
  handlers: string,
  module: string | undefined,
): string[] | undefined {
  const authenticators = module === undefined ? own(contract, handlers) : load(module);
  return (
    authenticators && schemesInUse(contract).filter((name) => authenticators[name] === undefined)
  );
}

function own(contract: CompiledContract, handlers: string): Authenticators | undefined {
  if (handlers !== DEFAULT_HANDLERS) return undefined;
  return accessAuthenticators(contract, () => Promise.resolve({ refusal: 'unknown' }));
}

function load(module: string): Readonly<Record<string, unknown>> {
  return asObject(loadUserModule(module, `The authenticators ${module}`).authenticators);
}
