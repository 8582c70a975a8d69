import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import * as validatorRuntime from '../../src/contract/validator-runtime';
import type { CompiledContract } from '../../src/contract/compiled-contract';
import type { Validators } from '../../src/contract/validation';
import { checkDocument } from './check-document';
import { compileContract } from './compile-contract';
import type { JsonObject } from './json-object';
import { operationsOf } from './operations';
import { plainSchemas } from './plain-schemas';
import { Resolver } from './resolve';
import type { SchemaDocuments } from './schema-resources';
import { compileValidators, VALIDATOR_RUNTIME_MODULE } from './validators';

const requireHere = createRequire(__filename);

/** What a service runs on, without files between. */
export interface LoadedContract {
  readonly contract: CompiledContract;
  readonly validators: Validators;
}

/**
 * Generates a document's contract and validators in memory, for tools and tests that serve documents
 * other than the project's own.
 *
 * @param documents those that references of schemas may name, by URI
 * @throws DocumentError as generate does
 */
export function loadContract(document: JsonObject, documents?: SchemaDocuments): LoadedContract {
  checkDocument(document, documents);
  const plain = plainSchemas(document, documents);
  const resolver = new Resolver(plain);
  const { contract, validators } = compileContract(resolver, operationsOf(resolver));
  return { contract, validators: evaluate(compileValidators(plain, validators)) };
}

function evaluate(code: string): Validators {
  const wrapped = `(function (require, exports) {${code}\nreturn exports;})`;
  const module = runInThisContext(wrapped, { filename: 'validators.js' }) as (
    load: (name: string) => unknown,
    exports: Validators,
  ) => Validators;
  const load = (name: string): unknown =>
    name === VALIDATOR_RUNTIME_MODULE ? validatorRuntime : requireHere(name);
  return module(load, {});
}
