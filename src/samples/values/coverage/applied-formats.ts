import type { Direction } from '../../../document/schemas/direction';
import type { ValueSchemas } from '../value-maker';
import { Evaluation } from './evaluation';

/** A string or number to which a `format` applies, as it is written. */
export interface FormattedText {
  readonly format: string;
  readonly text: string;
}

/**
 * The strings and numbers of a valid value to which a `format` applies.
 *
 * @param pointer of the schema of the value
 */
export function appliedFormats(
  { resolver }: ValueSchemas,
  pointer: string,
  direction: Direction,
  value: unknown,
): FormattedText[] {
  const applied = new Evaluation(resolver, direction).trace(resolver.at(pointer), value);
  return applied.flatMap(({ place, value: part }) => {
    const { format } = place.schema;
    const isFormatted =
      typeof format === 'string' && ['string', 'number', 'bigint'].includes(typeof part);
    return isFormatted ? [{ format, text: String(part) }] : [];
  });
}
