import type { Direction } from '../../schemas/direction';
import type { ValueSchemas } from '../value-maker';
import { Evaluation } from './evaluation';

/** A string to which a `format` applies. */
export interface FormattedText {
  readonly format: string;
  readonly text: string;
}

/** The strings of a valid value to which a `format` applies. @param pointer of the schema of the value */
export function appliedFormats(
  { resolver }: ValueSchemas,
  pointer: string,
  direction: Direction,
  value: unknown,
): FormattedText[] {
  const applied = new Evaluation(resolver, direction).trace(resolver.at(pointer), value);
  return applied.flatMap(({ place, value: text }) => {
    const { format } = place.schema;
    return typeof format === 'string' && typeof text === 'string' ? [{ format, text }] : [];
  });
}
