import { asObject, isJsonObject, type JsonObject } from '../../document/model/json-object';

/**
 * The values that a Media Type or Parameter Object gives as examples, by name; `example` has the name
 * ''. Those that stand elsewhere (`externalValue`) or are written out (`serializedValue`) are left out.
 *
 * @param resolve gives the Example Object that a reference names
 * @see https://spec.openapis.org/oas/v3.2.0#example-object
 */
export function namedExamples(
  holder: JsonObject,
  resolve: (example: JsonObject) => JsonObject = (example) => example,
): Map<string, unknown> {
  const found = new Map<string, unknown>();
  if ('example' in holder) found.set('', holder.example);
  for (const [name, example] of Object.entries(asObject(holder.examples))) {
    if (!isJsonObject(example)) continue;
    const resolved = resolve(example);
    if ('value' in resolved) found.set(name, resolved.value);
    else if ('dataValue' in resolved) found.set(name, resolved.dataValue);
  }
  return found;
}

/** The same without names, in the document's order. */
export function exampleValues(holder: JsonObject): unknown[] {
  return [...namedExamples(holder).values()];
}
