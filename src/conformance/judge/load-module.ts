import { createRequire } from 'node:module';
import { constants, Script } from 'node:vm';
import { isJsonObject } from '../../generate/index';

/** A package that is an ES module only. */
export interface LoadedModule {
  readonly exports: unknown;
  /** `JSON.parse` of the realm of the module, which may know the objects of no other as plain ones. */
  readonly parse: (text: string) => unknown;
}

/**
 * Loads a package that is an ES module only. Node requires it; Jest, whose own `require` cannot before
 * Node 24.9, lets a script of the main realm import it.
 *
 * @throws Error when there is no such package
 */
export async function loadModule(name: string): Promise<LoadedModule> {
  try {
    return { exports: createRequire(__filename)(name), parse: JSON.parse };
  } catch (error) {
    if (!isModuleFault(error)) throw error;
    const options = {
      filename: __filename,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    };
    const mainRealm = new Script('({ load: (name) => import(name), parse: JSON.parse })', options);
    const { load, parse } = mainRealm.runInThisContext() as MainRealm;
    return { exports: await load(name), parse };
  }
}

interface MainRealm extends Pick<LoadedModule, 'parse'> {
  readonly load: (name: string) => Promise<unknown>;
}

/** True for the refusal of a package because it is an ES module. Jest throws an error of another realm. */
function isModuleFault(error: unknown): boolean {
  return isJsonObject(error) && error.code === 'ERR_REQUIRE_ESM';
}
