import {
  asObject,
  entries,
  isJsonObject,
  listAt,
  type ObjectSchemaAt,
  printJson,
  type SchemaAt,
} from '../../document';

/** A scalar that a schema lists. The name and the description are empty where there is none. */
interface AnnotatedValue {
  readonly value: unknown;
  readonly name: string;
  readonly description: string;
  /** The schema of it alone. */
  readonly at: SchemaAt;
}

const LISTS = ['enum', 'oneOf', 'anyOf'];

/**
 * The values of an `enum`, which extensions name and describe, and of annotated enumerations.
 *
 * @see https://openapi-generator.tech/docs/templating#enum
 * @see https://spec.openapis.org/oas/v3.1.1#annotated-enumerations
 */
export function annotatedValues(schema: unknown, pointer = ''): AnnotatedValue[] {
  if (!isJsonObject(schema) || !LISTS.some((keyword) => keyword in schema)) return [];
  const place = { schema, pointer };
  const lists = ['oneOf', 'anyOf'].map((keyword) => listAt(place, keyword));
  const constants = [enumConstants(place), ...lists.filter((list) => list.every(isConstant))];
  const listed = constants.flat().map((at) => {
    const { const: value = null, title, description } = asObject(at.schema);
    return { value, name: asText(title), description: asText(description), at };
  });
  return listed.filter(({ value }) => value === null || typeof value !== 'object');
}

function isConstant({ schema }: SchemaAt): boolean {
  return 'const' in asObject(schema) || asObject(schema).type === 'null';
}

/** The values of an `enum`, as an annotated enumeration has them. */
function enumConstants({ schema, pointer }: ObjectSchemaAt): SchemaAt[] {
  if (!Array.isArray(schema.enum) || 'const' in schema) return [];
  const values: readonly unknown[] = schema.enum;
  const given = (keyword: string, other: string): readonly unknown[] =>
    annotations(schema[keyword] ?? schema[other], values);
  const names = given('x-enum-varnames', 'x-enumNames');
  const texts = given('x-enum-descriptions', 'x-enumDescriptions');
  return values.map((value, index) => {
    return { schema: { const: value, title: names[index], description: texts[index] }, pointer };
  });
}

/** One for each value, from a list, which may leave out null, or from a map. */
function annotations(given: unknown, values: readonly unknown[]): readonly unknown[] {
  if (!Array.isArray(given)) {
    const byText = new Map(entries(given));
    return values.map((value) => byText.get(typeof value === 'string' ? value : printJson(value)));
  }
  if (given.length >= values.length) return given;
  let next = 0;
  return values.map((value): unknown => (value === null ? undefined : given[next++]));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
