import { isUtf8 } from 'node:buffer';
import { parsePairs } from '../serialization/name-values';
import { isPercentEncoded } from '../serialization/percent-encoding';
import type { FormEntry } from './form-value';

/**
 * Forms as browsers send them, with percent-encoding read strictly: broken encoding is refused, not
 * guessed at.
 *
 * @returns the fields in order, or why the body is no form, as the end of a sentence
 * @see https://url.spec.whatwg.org/#application/x-www-form-urlencoded
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-the-x-www-form-urlencoded-media-type
 */
export function parseUrlencoded(bytes: Buffer): FormEntry[] | string {
  if (!isUtf8(bytes)) return 'is not UTF-8';
  const text = bytes.toString('utf8');
  if (!isPercentEncoded(text)) return 'has percent-encoding that is not UTF-8';
  return parsePairs(text).map(([name, value]) => ({ name, value }));
}
