import { asObject, type LoadedContract, type Located, typesOf } from '../generate/index';
import { valueSchema } from '../samples/requests/sample-values';

/** Names that mean nothing else. */
const CURSOR = /cursor$|^(?:next|page|continuation|scroll|resume)token$|^scrollid$/;

/** Names that also mean times and numbers. */
const PLACE = /^(?:starting|page)?after$|^(?:ending|page)?before$|^(?:page)?marker$|^bookmark$/;

/**
 * True for a parameter that says where a list goes on, by a text that the service gave out before: no schema
 * says which ones it gave.
 */
export function isCursor({ resolver }: Pick<LoadedContract, 'resolver'>, given: Located): boolean {
  const { name, in: location } = given.value;
  if (location !== 'query') return false;
  const plain = String(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return CURSOR.test(plain) || (PLACE.test(plain) && isFreeText({ resolver }, given));
}

/** True for a string of which nothing is said but its length. */
function isFreeText({ resolver }: Pick<LoadedContract, 'resolver'>, given: Located): boolean {
  const schema = asObject(resolver.resolve(valueSchema(given)).value);
  const isDescribed = ['enum', 'const', 'format'].some((keyword) => keyword in schema);
  return typesOf(schema).join() === 'string' && !isDescribed;
}
