import type { CompiledField, CompiledPartHeader } from '../../compiled-contract';
import { Failure, failureKinds } from '../../failure';
import { ExactNumbers, ROOT } from '../../json/exact-numbers';
import type { ParsedJson } from '../../json/parse-json';
import { readText } from '../read-text';
import { quote } from '../../quote';
import { describeError } from '../../schema/validation-message';
import { validateJson, validatorOf, type Validators } from '../../schema/validation';
import type { FormEntry } from './form-entry';

/**
 * What is wrong with the headers of a part, of which the document describes some. A handler does not
 * see them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-12
 */
export function partHeaderFailure(
  validators: Validators,
  { headers }: CompiledField,
  { name, headers: sent }: FormEntry,
): Failure | undefined {
  if (headers === undefined || sent === undefined) return undefined;
  const failure = (fault: string): Failure =>
    new Failure(failureKinds.invalidBody, `The field ${quote(name)} of the body ${fault}`);
  for (const [header, compiled] of Object.entries(headers)) {
    const text = sent.get(header.toLowerCase());
    if (text === undefined) {
      if (compiled.required) return failure(`lacks the header "${header}"`);
      continue;
    }
    if (compiled.validator === undefined) continue;
    const validate = validatorOf(validators, compiled.validator);
    const error = validateJson(validate, readHeader(compiled, text));
    if (error !== undefined)
      return failure(`has the header "${header}", which ${describeError(error)}`);
  }
  return undefined;
}

/** The style of headers is `simple`: items separated by commas. */
function readHeader({ types, items }: CompiledPartHeader, text: string): ParsedJson {
  const exact = new ExactNumbers();
  if (!types.includes('array')) return { value: readText(types, text, exact, ROOT, ''), exact };
  const value: unknown[] = [];
  const texts = text === '' ? [] : text.split(',');
  texts.forEach((item, index) => {
    value.push(readText(items, item.trim(), exact, value, String(index)));
  });
  return { value, exact };
}
