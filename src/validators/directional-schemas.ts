import { isJsonObject, type JsonObject } from '../document/model/json-object';
import { fragmentPointer, pointerPrefixes } from '../document/model/json-pointer';
import type { SchemaPlace } from '../document/model/walk-document';

/**
 * The pointers of the outermost schemas that may say something else of requests than of responses: those
 * from which a `readOnly` or `writeOnly` can be reached. All others need one validator for both.
 *
 * @param schemas all of a document, whose references are plain (plain-schemas.ts)
 */
export function directionalSchemas(schemas: readonly SchemaPlace[]): ReadonlySet<string> {
  const outermost = new Set(schemas.map(({ pointer }) => pointer));
  const referrers = new Map<string, string[]>();
  const found = new Set<string>();
  for (const { pointer, schema } of schemas) {
    const targets = new Set<string>();
    if (isDirectional(schema, targets)) found.add(pointer);
    for (const target of targets) {
      const owner = pointerPrefixes(target).find((prefix) => outermost.has(prefix));
      if (owner === undefined) continue;
      const known = referrers.get(owner);
      if (known === undefined) referrers.set(owner, [pointer]);
      else known.push(pointer);
    }
  }
  // What is added on the way is come to as well.
  for (const pointer of found) referrers.get(pointer)?.forEach((referrer) => found.add(referrer));
  return found;
}

/** Adds the targets of all references. Examples that look like schemas may be counted too. */
function isDirectional(value: unknown, targets: Set<string>): boolean {
  if (Array.isArray(value)) {
    return value.map((item) => isDirectional(item, targets)).includes(true);
  }
  if (!isJsonObject(value)) return false;
  const pointer = referencePointer(value);
  if (pointer !== undefined) targets.add(pointer);
  const inner = Object.values(value).map((member) => isDirectional(member, targets));
  return value.readOnly === true || value.writeOnly === true || inner.includes(true);
}

function referencePointer({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' ? fragmentPointer($ref) : undefined;
}
