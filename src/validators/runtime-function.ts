import { _, type CodeGen, type Name } from 'ajv';
import * as runtime from '../contract/runtime';

/** How compiled code names the module src/contract/runtime.ts, until it is written to a file. */
export const RUNTIME_MODULE = '#runtime';

/** A function of that module, for the code that a keyword makes. */
export function runtimeFunction(gen: CodeGen, fn: keyof typeof runtime): Name {
  return gen.scopeValue('func', {
    key: fn,
    ref: runtime[fn],
    code: _`require(${RUNTIME_MODULE})[${fn}]`,
  });
}
