import type { CompiledContract } from '../../src/contract/compiled-contract';
import type { Validate, Validators } from '../../src/contract/validation';
import { checkDocument } from './check-document';
import { compileContract } from './compile-contract';
import type { Direction } from './direction';
import type { JsonObject } from './json-object';
import { operationsOf, type Operation } from './operations';
import { plainSchemas } from './plain-schemas';
import { Resolver } from './resolve';
import type { SchemaDocuments } from './schema-resources';
import { SchemaCompiler, type ValidatorRequest } from './validators';

/** What a service runs on, without files between. */
export interface LoadedContract {
  readonly contract: CompiledContract;
  readonly validators: Validators;
  readonly operations: readonly Operation[];
  readonly resolver: Resolver;
  /** The validator of any schema of the document. @throws DocumentError when it cannot be compiled */
  validatorAt(pointer: string, direction: Direction): Validate;
}

/**
 * Generates a document's contract and validators in memory, for tools and tests that serve documents
 * other than the project's own.
 *
 * @param options.documents those that references of schemas may name, by URI
 * @param options.lazy compile each validator when it is first used, which a large document needs to
 *   start at once; a schema that cannot be compiled is then found only there
 * @throws DocumentError as generate does
 */
export function loadContract(
  document: JsonObject,
  options: { readonly documents?: SchemaDocuments | undefined; readonly lazy?: boolean } = {},
): LoadedContract {
  checkDocument(document, options.documents);
  const plain = plainSchemas(document, options.documents);
  const resolver = new Resolver(plain);
  const operations = operationsOf(resolver);
  const { contract, validators: requests } = compileContract(resolver, operations);
  const compiler = new SchemaCompiler(plain);
  const validators = lazyValidators(compiler, requests);
  // To read each is to compile it.
  if (options.lazy !== true) Object.values(validators);
  return {
    contract,
    validators,
    operations,
    resolver,
    validatorAt: (pointer, direction) => compiler.validatorAt(pointer, direction),
  };
}

function lazyValidators(
  compiler: SchemaCompiler,
  requests: readonly ValidatorRequest[],
): Validators {
  const validators = {};
  for (const { name, pointer, direction } of requests) {
    Object.defineProperty(validators, name, {
      enumerable: true,
      get: () => compiler.validatorAt(pointer, direction),
    });
  }
  return validators;
}
