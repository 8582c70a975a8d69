import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import * as integerKeywords from '../../src/contract/integer-keywords';
import type { CompiledContract } from '../../src/contract/compiled-contract';
import type { Validators } from '../../src/contract/validation';
import type { JsonObject } from './json-object';
import { prepareContract, type PrepareOptions } from './prepare-contract';
import { INTEGER_KEYWORDS_MODULE } from './validators';

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
 * @param options `faults` takes those of the SourceDocument that the document was read as
 * @throws DocumentError as generate does
 */
export function loadContract(document: JsonObject, options?: PrepareOptions): LoadedContract {
  const { contract, code } = prepareContract(document, options);
  return { contract, validators: evaluate(code) };
}

function evaluate(code: string): Validators {
  const wrapped = `(function (require, exports) {${code}\nreturn exports;})`;
  const module = runInThisContext(wrapped, { filename: 'validators.js' }) as (
    load: (name: string) => unknown,
    exports: Validators,
  ) => Validators;
  const load = (name: string): unknown =>
    name === INTEGER_KEYWORDS_MODULE ? integerKeywords : requireHere(name);
  return module(load, {});
}
