import type { JsonFault, ParsedJson } from '../../json/parse-json';

/** A value, or why what was sent cannot be read, as the end of a sentence. */
export type Reading = ParsedJson | Unreadable;

export interface Unreadable extends JsonFault {
  /** It is not well-formed, whatever the schema may say. */
  readonly isMalformed?: true;
}

/** Why no reading is valid, as the end of a sentence. */
export interface Unfit extends Unreadable {
  /** The likeliest reading, if it is a value. */
  readonly json?: ParsedJson;
}

export const MORE_THAN_ONCE: Unreadable = { fault: 'is given more than once' };

/**
 * The first reading that is valid.
 *
 * @param readings at least one, the likeliest first
 * @param faultOf what is wrong with a value, as the end of a sentence
 * @returns the fault of the likeliest reading when none is valid
 */
export function firstValid(
  readings: Iterable<Reading>,
  faultOf: (json: ParsedJson) => string | undefined,
): ParsedJson | Unfit {
  let unfit: Unfit | undefined;
  for (const reading of readings) {
    if ('fault' in reading) {
      unfit ??= reading;
      continue;
    }
    const fault = faultOf(reading);
    if (fault === undefined) return reading;
    unfit ??= { fault, json: reading };
  }
  return unfit ?? { fault: 'cannot be read' };
}
