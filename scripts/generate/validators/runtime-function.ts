import { _, type CodeGen, type Name } from 'ajv';
import * as runtime from '../../../src/contract/schema/validator-runtime';

/** How compiled code names the module src/contract/schema/validator-runtime.ts. */
export const VALIDATOR_RUNTIME_MODULE = '#validator-runtime';

/** A function of that module, for the code that a keyword makes. */
export function runtimeFunction(gen: CodeGen, fn: keyof typeof runtime): Name {
  return gen.scopeValue('func', {
    key: fn,
    ref: runtime[fn],
    code: _`require(${VALIDATOR_RUNTIME_MODULE})[${fn}]`,
  });
}
