import { strings } from '../../document/model/json-object';
import { listAt, type Place, type SchemaAt } from '../../document/model/schema-at';
import {
  ALWAYS,
  applicableSchemas,
  type References,
} from '../../document/schemas/in-place-applicators';
import { statedValues } from '../../validators/discriminator';

/** Keywords that the parts of a value are made by, and those that say nothing of it. */
const SIMPLE = new Set(
  `$ref allOf anyOf oneOf type enum const properties required additionalProperties items maxLength format
  default deprecated description example examples externalDocs title xml`.split(/\s+/),
);

/**
 * True for schemas of one value that take it once its parts are right, so that they need not be compiled to
 * know it.
 */
export function areSimple(references: References, all: readonly Place[]): boolean {
  return all.every((place) => {
    const { schema } = place;
    const keys = Object.keys(schema);
    return (
      keys.every((key) => SIMPLE.has(key) || key.startsWith('x-')) &&
      (schema.additionalProperties !== false || all.every((other) => isSilent(other, place))) &&
      areExclusive(references, listAt(place, 'oneOf'))
    );
  });
}

/** True where another schema names no properties that a closed one might not have. */
function isSilent({ schema }: Place, closed: Place): boolean {
  return schema === closed.schema || !('properties' in schema || 'required' in schema);
}

/** True for branches that a required property of all tells apart by its values. */
function areExclusive(references: References, branches: readonly SchemaAt[]): boolean {
  const [first, ...others] = branches;
  if (first === undefined || others.length === 0) return true;
  return requiredOf(references, first).some((name) => {
    const values = branches.map((branch) =>
      requiredOf(references, branch).includes(name) ? statedValues(references, branch, name) : [],
    );
    const isTold = values.every((each) => each.length > 0);
    return isTold && new Set(values.flat()).size === values.flat().length;
  });
}

function requiredOf(references: References, branch: SchemaAt): string[] {
  const places = applicableSchemas(references, branch, ALWAYS);
  return places.flatMap(({ schema }) => strings(schema.required));
}
