import type { ValidationError } from './validation-error';

/**
 * What can be said of a value that fits no alternative of an `anyOf` or `oneOf`, in place of that: such as of
 * a value that may be null, which is how some tools state what may be left out.
 */
export type AlternativesFault =
  /** The value is of none of these types, and nothing else is asked of it. */
  | { readonly types: readonly string[] }
  /** All other alternatives are for other types. */
  | { readonly only: ValidationError };

/** Whoever has another type fails by these too, so that they do not tell the alternative that was meant. */
const OF_ANY_TYPE = new Set(['const', 'enum', 'anyOf', 'oneOf']);

/**
 * @param errors what the alternatives found wrong
 * @param path of the value
 * @returns undefined where nothing is clearer than that none fits
 */
export function alternativesFault(
  errors: readonly ValidationError[],
  path: string,
): AlternativesFault | undefined {
  if (errors.length === 0) return undefined;
  const types = errors.map((error) => (error.instancePath === path ? typesOf(error) : undefined));
  const [only, ...others] = errors.filter((_, index) => types[index] === undefined);
  if (only === undefined) return { types: [...new Set(types.flatMap((each) => each ?? []))] };
  return others.length === 0 && !OF_ANY_TYPE.has(only.keyword) ? { only } : undefined;
}

/** The types that a value should have had, where that is what is wrong. */
function typesOf({ keyword, params }: ValidationError): readonly string[] | undefined {
  if (keyword === 'wholeNumber') return ['integer'];
  return keyword === 'type' ? [params.type].flat().map(String) : undefined;
}
