import { asObject, isJsonObject, type JsonObject, type Located, typesOf } from '../document';
import type { LoadedContract } from '../validators';
import { valueSchema } from '../samples';

/** Usual names in documents, since no OpenAPI keyword tells their meaning. */

/** Usual names of the member with an item's id. */
export const ID_NAMES = ['id', '_id', 'uuid', 'ID'];

/** The name of the member that holds the item of a response, if there is one. */
export function wrapperIn(object: JsonObject): string | undefined {
  if (ID_NAMES.some((name) => name in object)) return undefined;
  const names = Object.keys(object);
  const name = names.length === 1 ? names[0] : 'data';
  return name !== undefined && isJsonObject(object[name]) ? name : undefined;
}

/** A name by which others are compared: `book_id` and `bookId` are the same. */
export function plainName(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

/** The first of some names that is the same as another one. */
export function sameName(names: Iterable<string>, name: string): string | undefined {
  return [...names].find((each) => plainName(each) === plainName(name));
}

export function memberNamed(object: JsonObject, name: string): unknown {
  const found = sameName(Object.keys(object), name);
  return found === undefined ? undefined : object[found];
}

/** True for the name of the header that identifies a request and its retries. */
export function isKey(name: unknown): boolean {
  return /^idempotency-key$/i.test(String(name));
}

/** Names with no other meaning. */
const CURSOR = /cursor$|^(?:next|page|continuation|scroll|resume)token$|^scrollid$/;

/** Names that may also mean times and numbers. */
const PLACE = /^(?:starting|page)?after$|^(?:ending|page)?before$|^(?:page)?marker$|^bookmark$/;

/**
 * True for a parameter with the cursor of a list: a text from an earlier response, whose values no schema describes.
 */
export function isCursor({ resolver }: Pick<LoadedContract, 'resolver'>, given: Located): boolean {
  const { name, in: location } = given.value;
  if (location !== 'query') return false;
  const plain = lettersOf(name);
  return CURSOR.test(plain) || (PLACE.test(plain) && isFreeText({ resolver }, given));
}

/** Names of parameters for the first item and for the page of a list. */
export const OFFSETS = ['offset', 'skip'];
export const PAGES = ['page', 'pagenumber'];

/** True for the name of a parameter with the maximum number of items of a list. */
export function isLimit(name: unknown): boolean {
  return /^(?:page)?(?:limit|size)$|^perpage$|^maxresults$/.test(lettersOf(name));
}

/** True for the name of a parameter with the sort order of a list. */
export function isSort(name: unknown): boolean {
  return /^(?:sort|order)(?:by|key|field)?$|^ordering$/.test(lettersOf(name));
}

/** The letters of a name, in lower case: `page_size` and `pageSize` are the same. */
export function lettersOf(name: unknown): string {
  return String(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/** True for a string that only its length restricts. */
function isFreeText({ resolver }: Pick<LoadedContract, 'resolver'>, given: Located): boolean {
  const schema = asObject(resolver.resolve(valueSchema(given)).value);
  const isDescribed = ['enum', 'const', 'format'].some((keyword) => keyword in schema);
  return typesOf(schema).join() === 'string' && !isDescribed;
}
