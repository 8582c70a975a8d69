import { ANY_TEXT, expressionOf, type PatternReading } from '../../contract';
import { translatePattern, UntranslatableError } from './translate-pattern';

/** How a pattern of the document is read. */
export interface ReadPattern {
  readonly reading: PatternReading;
  /** As it is written, a translation, or not at all: then any text matches. */
  readonly kind: 'own' | 'translated' | 'unreadable';
  /** What of it cannot be read. */
  readonly fault?: string;
}

/**
 * Reads a pattern as ECMAScript does, with the rules for Unicode or else without them; what is no
 * expression there, or another one than its author means, is translated.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function readPattern(pattern: string): ReadPattern {
  if (faultOf([pattern, 'u']) === undefined) return { reading: [pattern, 'u'], kind: 'own' };
  try {
    const { source, flags, isForeign } = translatePattern(pattern);
    const reading: PatternReading = isForeign ? [source, `${flags}u`] : [pattern, ''];
    const fault = faultOf(reading);
    if (fault !== undefined) return { reading: ANY_TEXT, kind: 'unreadable', fault };
    return { reading, kind: isForeign ? 'translated' : 'own' };
  } catch (error) {
    if (!(error instanceof UntranslatableError)) throw error;
    const fault = `${JSON.stringify(error.message)} has no equal there`;
    return { reading: ANY_TEXT, kind: 'unreadable', fault };
  }
}

/** Why it does not compile, in the words of the platform. */
function faultOf(reading: PatternReading): string | undefined {
  try {
    expressionOf(reading);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message.split(': ').at(-1)?.toLowerCase();
  }
}
