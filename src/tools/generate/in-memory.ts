import type { Validate, Validators } from 'openapi-trellis/tools';
import type { JsonObject } from '../document';
import type { LoadedContract, SchemaCompiler, ValidatorRequest } from '../validators';
import { prepareContract, type PreparedContract, type PrepareOptions } from './prepare-contract';

interface LoadOptions extends PrepareOptions {
  /**
   * Compiles each validator on first use, which starts a large document at once. A schema that cannot be compiled is
   * only found then.
   */
  readonly lazy?: boolean;
}

/**
 * Generates a document's contract and validators in memory, for tools and tests that serve other documents than the
 * project's own.
 *
 * @param options `faults` takes those of the SourceDocument
 * @throws DocumentError like generate
 */
export function loadContract(document: JsonObject, options: LoadOptions = {}): LoadedContract {
  return prepareLoaded(document, options).loaded;
}

/** A contract in memory, and the data to generate files from. */
export interface PreparedLoaded {
  readonly loaded: LoadedContract;
  readonly prepared: PreparedContract<unknown>;
}

/** Loads a contract from which `generateFrom` can also make files. @throws DocumentError like loadContract */
export function prepareLoaded(document: JsonObject, options: LoadOptions = {}): PreparedLoaded {
  const prepared = prepareContract(
    document,
    ({ compiler, validators: requests }) => {
      const validators = lazyValidators(compiler, requests);
      // Reading each compiles it.
      if (options.lazy !== true) {
        Object.values(validators);
        compiler.finish();
      }
      return validators;
    },
    options,
  );
  const { contract, operations, resolver, parts, code } = prepared;
  const loaded: LoadedContract = {
    document: prepared.document,
    contract,
    validators: code,
    validated: parts.validators,
    operations,
    resolver,
    validatorAt: (pointer, direction) => parts.compiler.validatorAt(pointer, direction),
    isDirectional: (pointer) => parts.schemas.isDirectional(pointer),
  };
  return { loaded, prepared };
}

function lazyValidators(
  compiler: SchemaCompiler,
  requests: readonly ValidatorRequest[],
): Validators {
  const validators = {};
  for (const { name, pointer, direction } of requests) {
    let validate: Validate | undefined;
    Object.defineProperty(validators, name, {
      enumerable: true,
      get: () => (validate ??= compiler.validatorAt(pointer, direction)),
    });
  }
  return validators;
}
