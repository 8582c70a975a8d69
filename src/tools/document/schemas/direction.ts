import { mapAt, type ObjectSchemaAt, type SchemaAt } from '../model/schema-at';
import { ALWAYS, applicableSchemas, type References } from './in-place-applicators';

/**
 * The direction of a message, which decides what `readOnly` and `writeOnly` mean: a property hidden in a direction is
 * not required, not passed to a handler, and not sent in a response.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
export type Direction = 'request' | 'response';

/** A direction, or `input`: a request as handlers get it, with defaults applied. */
export type Use = Direction | 'input';

export function directionOf(use: Use): Direction {
  return use === 'input' ? 'request' : use;
}

/** True for a property that is `readOnly` in a request or `writeOnly` in a response. */
export function isHiddenProperty(
  references: References,
  property: SchemaAt,
  direction: Direction,
): boolean {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  return applicableSchemas(references, property, ALWAYS).some(
    ({ schema }) => schema[keyword] === true,
  );
}

/** The properties hidden in a direction, by a schema and all schemas that always apply with it. */
export function hiddenProperties(
  references: References,
  start: ObjectSchemaAt,
  direction: Direction,
): ReadonlySet<string> {
  const properties = applicableSchemas(references, start, ALWAYS).flatMap((place) =>
    mapAt(place, 'properties'),
  );
  const hidden = properties.filter(([, property]) =>
    isHiddenProperty(references, property, direction),
  );
  return new Set(hidden.map(([name]) => name));
}
