import { regularExpression } from './regular-expression';

/**
 * What `unevaluatedProperties` and `unevaluatedItems` need of the keywords beside them. Compiled
 * validators collect it, schema by schema that applies, and ask in the end.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-11
 */

/** The properties that one schema evaluates: all of them, or those of some names and patterns. */
export interface EvaluatedProperties {
  readonly all?: true;
  readonly names?: readonly string[];
  readonly patterns?: readonly string[];
}

/** True when none of the schemas evaluates the property. */
export function isUnevaluatedProperty(
  schemas: readonly EvaluatedProperties[],
  name: string,
): boolean {
  return !schemas.some(
    ({ all, names, patterns }) =>
      all === true ||
      names?.includes(name) === true ||
      patterns?.some((pattern) => regularExpression(pattern).test(name)) === true,
  );
}
