import { isJsonObject, type JsonObject } from './json-object';
import { mapMembers, type Kind } from './walk-document';
import { mapSubschemas } from './walk-schema';

/**
 * A copy without data that looks like a reference, such as an example with a member `$ref`, for tools
 * that follow every `$ref` wherever it stands.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.2
 */
export function withoutReferencesInData(document: JsonObject): JsonObject {
  return clean('openapi', document) as JsonObject;
}

/** Fields that hold data, by what has them; extensions hold it everywhere. */
const DATA: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  schema: ['example', 'examples', 'default', 'enum', 'const'],
  parameter: ['example'],
  header: ['example'],
  mediaType: ['example'],
  example: ['value'],
  link: ['parameters', 'requestBody'],
};

/** Fields that are maps of objects, and may be extended. */
const EXTENSIBLE = ['paths', 'responses'];

function clean(kind: Kind, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const mapped =
    kind === 'schema'
      ? mapSubschemas(value, (subschema) => clean('schema', subschema))
      : mapMembers(kind, value, '', clean);
  const entries = withoutData(mapped, DATA[kind] ?? []).map(([key, member]) => {
    if (kind === 'schema' || !EXTENSIBLE.includes(key) || !isJsonObject(member)) {
      return [key, member];
    }
    return [key, Object.fromEntries(withoutData(member, []))];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function withoutData(value: JsonObject, fields: readonly string[]): [string, unknown][] {
  return Object.entries(value).filter(([key, member]) => {
    return !(fields.includes(key) || key.startsWith('x-')) || !holdsReference(member);
  });
}

function holdsReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key === '$ref' || holdsReference(item));
}
