import { asObject, type JsonObject } from '../document/model/json-object';
import type { Located } from '../document/model/resolve';
import { typesOf } from '../document/schemas/admitted-types';
import type { LoadedContract } from '../validators/validators';
import { valueSchema } from '../samples/requests/sample-values';

/** Names that documents use for the same thing, since no keyword of OpenAPI says what they name. */

/** Names of members under which a thing often has its id. */
export const ID_NAMES = ['id', '_id', 'uuid', 'ID'];

/** The member of that name, `book_id` and `bookId` alike. */
export function memberNamed(object: JsonObject, name: string): unknown {
  const plain = (text: string): string => text.replace(/[-_]/g, '').toLowerCase();
  const found = Object.keys(object).find((each) => plain(each) === plain(name));
  return found === undefined ? undefined : object[found];
}

/** True for the name of the header that tells a request from its retries. */
export function isKey(name: unknown): boolean {
  return /^idempotency-key$/i.test(String(name));
}

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
  const plain = lettersOf(name);
  return CURSOR.test(plain) || (PLACE.test(plain) && isFreeText({ resolver }, given));
}

/** Names of parameters that say from which item on a list is wanted, and which page of it. */
export const OFFSETS = ['offset', 'skip'];
export const PAGES = ['page', 'pagenumber'];

/** True for the name of a parameter that says how many items a list has at most. */
export function isLimit(name: unknown): boolean {
  return /^(?:page)?(?:limit|size)$|^perpage$|^maxresults$/.test(lettersOf(name));
}

/** True for the name of a parameter that says by what a list is sorted. */
export function isSort(name: unknown): boolean {
  return /^(?:sort|order)(?:by|key|field)?$|^ordering$/.test(lettersOf(name));
}

/** The letters of a name, in lower case: `page_size` and `pageSize` alike. */
export function lettersOf(name: unknown): string {
  return String(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/** True for a string of which nothing is said but its length. */
function isFreeText({ resolver }: Pick<LoadedContract, 'resolver'>, given: Located): boolean {
  const schema = asObject(resolver.resolve(valueSchema(given)).value);
  const isDescribed = ['enum', 'const', 'format'].some((keyword) => keyword in schema);
  return typesOf(schema).join() === 'string' && !isDescribed;
}
