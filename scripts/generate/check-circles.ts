import type { DocumentFault } from './document-error';
import { isJsonObject, type JsonObject } from './json-object';
import { childPointer, fragmentPointer, valueAt } from './json-pointer';
import { schemasOf } from './walk-document';
import { visitSchemas } from './walk-schema';

const MESSAGE =
  'the schema refers to itself in a circle, so it describes nothing; break the circle';

/**
 * Schemas that apply to a value only by applying to it again, each at the place that a reference leads
 * back to. To validate by them would never end.
 *
 * @param document with plain references only (plain-schemas.ts)
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
 */
export function circleFaults(document: JsonObject): DocumentFault[] {
  const done = new Set<string>();
  const circular = new Set<string>();
  /** @param path the targets on the way here, from the first */
  const visit = (pointer: string, path: readonly string[]): void => {
    const start = path.indexOf(pointer);
    if (start >= 0) path.slice(start).forEach((target) => circular.add(target));
    if (start >= 0 || done.has(pointer)) return;
    const inner = [...path, pointer];
    for (const target of targetsInPlace(document, pointer)) visit(target, inner);
    done.add(pointer);
  };
  const targets: string[] = [];
  for (const { schema, pointer } of schemasOf(document)) {
    visitSchemas(schema, pointer, (each) => targets.push(...targetOf(each)));
  }
  for (const target of targets) visit(target, []);
  return [...circular].map((pointer) => ({ pointer, message: MESSAGE }));
}

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];

/** The targets of the references that apply to the very value that the schema applies to. */
function targetsInPlace(document: JsonObject, pointer: string): string[] {
  const schema = valueAt(document, pointer);
  if (!isJsonObject(schema)) return [];
  const inner = IN_PLACE.filter((keyword) => keyword in schema).flatMap((keyword) => {
    const value = schema[keyword];
    const at = childPointer(pointer, keyword);
    if (keyword !== 'dependentSchemas' && !Array.isArray(value)) return [at];
    return Object.keys(value as object).map((key) => childPointer(at, key));
  });
  return [...targetOf(schema), ...inner.flatMap((at) => targetsInPlace(document, at))];
}

function targetOf({ $ref }: JsonObject): string[] {
  const pointer = typeof $ref === 'string' ? fragmentPointer($ref) : undefined;
  return pointer === undefined ? [] : [pointer];
}
