import { Verdicts } from './check-once';
import type { CompiledContract } from '../compiled-contract';
import { ROOT } from '../json/exact-numbers';
import type { ParsedJson } from '../json/parse-json';
import { project, type Projection, type Shape } from './shape';
import { validateJson, validatorOf, type Validators } from './validation';

/**
 * Turns a valid JSON value into what a handler gets: documented properties, `bigint` for 64-bit
 * integers. Where the schema says nothing of a number, an integer that a double cannot hold becomes a
 * `bigint` too, so that nothing is lost.
 */
export function decodeJson(
  contract: CompiledContract,
  validators: Validators,
  shape: Shape,
  json: ParsedJson,
): unknown {
  const verdicts = new Verdicts();
  const projection: Projection = {
    shapes: contract.shapes,
    isValid: (name, value, holder, key) => {
      const part = { value, exact: json.exact };
      return validateJson(validatorOf(validators, name), part, holder, key, verdicts) === undefined;
    },
    number: (value, holder, key, kind) => {
      if (kind === 'number' || typeof value === 'bigint') return value;
      const exact = json.exact.get(holder, key);
      if (typeof exact === 'bigint') return exact;
      return kind === 'int64' ? BigInt(value) : value;
    },
  };
  return project(projection, [shape], json.value, ROOT, '');
}
