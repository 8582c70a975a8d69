import type { CompiledContract, Validate, Validators } from '../contract';
import type { Direction } from '../document/schemas/direction';
import type { JsonObject } from '../document/model/json-object';
import type { Operation } from '../document/model/operations';
import { prepareContract, type PrepareOptions } from './prepare-contract';
import type { Resolver } from '../document/model/resolve';
import type { SchemaCompiler, ValidatorRequest } from '../validators/validators';

/** What a service runs on, without files between. */
export interface LoadedContract {
  /** As it is published. */
  readonly document: JsonObject;
  readonly contract: CompiledContract;
  readonly validators: Validators;
  /** The schemas that they are compiled from. */
  readonly validated: readonly ValidatorRequest[];
  readonly operations: readonly Operation[];
  /** Of the document with plain references only (normalize-schemas.ts). */
  readonly resolver: Resolver;
  /** The validator of any schema of the document. @throws DocumentError when it cannot be compiled */
  validatorAt(pointer: string, direction: Direction): Validate;
}

/** How a document is loaded. */
interface LoadOptions extends PrepareOptions {
  /**
   * Compile each validator when it is first used, which a large document needs to start at once; a schema
   * that cannot be compiled is then found only there.
   */
  readonly lazy?: boolean;
}

/**
 * Generates a document's contract and validators in memory, for tools and tests that serve documents
 * other than the project's own.
 *
 * @param options `faults` takes those of the SourceDocument that the document was read as
 * @throws DocumentError as generate does
 */
export function loadContract(document: JsonObject, options: LoadOptions = {}): LoadedContract {
  const { code, contract, operations, resolver, ...prepared } = prepareContract(
    document,
    ({ compiler, validators: requests }) => {
      const validators = lazyValidators(compiler, requests);
      // To read each is to compile it.
      if (options.lazy !== true) Object.values(validators);
      return { compiler, validators, validated: requests };
    },
    options,
  );
  return {
    document: prepared.document,
    contract,
    validators: code.validators,
    validated: code.validated,
    operations,
    resolver,
    validatorAt: (pointer, direction) => code.compiler.validatorAt(pointer, direction),
  };
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
