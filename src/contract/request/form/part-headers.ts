import type { CompiledContract, CompiledPartHeader } from '../../compiled-contract';
import { describeError } from '../../schema/validation-message';
import { validateJson, validatorOf, type Validators } from '../../schema/validation';
import { decodeHeader } from '../serialization/percent-encoding';
import { firstValid } from '../serialization/reading';
import { NO_VALUES, readings } from '../serialization/readings';
import type { FormEntry } from './form-entry';

/**
 * What is wrong with the headers of a part, of which the document describes some, as the end of a
 * sentence. A handler does not see them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-headers
 */
export function partHeaderFault(
  { valueTypes }: CompiledContract,
  validators: Validators,
  headers: Readonly<Record<string, CompiledPartHeader>>,
  { headers: sent }: FormEntry,
): string | undefined {
  if (sent === undefined) return undefined;
  for (const [name, { required, serialization, validator }] of Object.entries(headers)) {
    const text = sent.get(name.toLowerCase());
    if (text === undefined) {
      if (required) return `lacks the header "${name}"`;
      continue;
    }
    const values = { values: [text], properties: NO_VALUES, decode: decodeHeader };
    const read = firstValid(readings(valueTypes, serialization, name, values), (json) => {
      const error = validateJson(validatorOf(validators, validator), json);
      return error && describeError(error);
    });
    if ('fault' in read) return `has the header "${name}", which ${read.fault}`;
  }
  return undefined;
}
