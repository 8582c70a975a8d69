import { existsSync } from 'node:fs';
import path from 'node:path';
import { accessAuthenticators } from '../../../src/authenticators';
import { type Authenticators, type CompiledContract, schemesInUse } from '../../../src/contract';
import { CommandError } from '../../command-line';
import { DEFAULT_HANDLERS } from '../../folders';
import { asObject } from '../../generate/index';

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
  return accessAuthenticators(contract, () => Promise.resolve(undefined));
}

function load(module: string): Readonly<Record<string, unknown>> {
  const file = path.resolve(module);
  if (!existsSync(file)) throw new CommandError(`There are no authenticators at ${module}`);
  try {
    // The loader of commands takes TypeScript, as it takes the commands themselves.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return asObject((require(file) as { readonly authenticators?: unknown }).authenticators);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The authenticators ${module} cannot be loaded: ${reason}`);
  }
}
