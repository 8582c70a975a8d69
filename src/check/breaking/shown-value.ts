import { cut, stringifyJson } from '../../contract';

/** Characters of a value that are shown. */
const MOST_SHOWN = 200;

/** A value as messages show it: JSON, of which the beginning is enough. */
export function shownValue(value: unknown): string {
  return cut(stringifyJson(value), MOST_SHOWN);
}
