import type { ExactNumbers } from '../json/exact-numbers';
import { exactNumber } from '../json/number-literal';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The value that a text denotes: the first of null, boolean and number that the schema admits and the
 * text is in JSON's notation; else the text itself, for the validator to accept or refuse.
 *
 * @param types the types that the schema admits
 * @param exact is told the number that a double does not say, at `key` of `holder`
 */
export function readText(
  types: readonly string[],
  text: string,
  exact: ExactNumbers,
  holder: object,
  key: string,
): unknown {
  if (types.includes('null') && text === '') return null;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const numeric = types.includes('integer') || types.includes('number');
  if (numeric && NUMBER.test(text) && Number.isFinite(Number(text))) {
    const number = exactNumber(text);
    if (number !== undefined) exact.set(holder, key, number);
    return Number(text);
  }
  return text;
}
