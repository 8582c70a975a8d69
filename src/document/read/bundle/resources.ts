import { isJsonObject, type JsonObject } from '../../model/json-object';
import { childPointer } from '../../model/json-pointer';

/** What references can name in a file beside JSON Pointers. */
export interface Resources {
  /** What references in the file are relative to: its `$self`, else its own URL. */
  readonly base: string;
  /** Pointers of schemas with `$id`, and of the file itself, by URL. */
  readonly resources: ReadonlyMap<string, string>;
  /** Pointers of schemas with an anchor, by URL with fragment. */
  readonly anchors: ReadonlyMap<string, string>;
}

/**
 * Collects the names that a file gives to its schemas.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2
 */
export function resourcesOf(root: unknown, url: string): Resources {
  const self = selfOf(root, url);
  const resources = new Map([
    [self, ''],
    [url, ''],
  ]);
  const anchors = new Map<string, string>();
  const visit = (value: unknown, pointer: string, outer: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(item, childPointer(pointer, index), outer);
      });
    }
    if (!isJsonObject(value)) return;
    const base = baseOf(value.$id, outer);
    if (base !== outer && !resources.has(base)) resources.set(base, pointer);
    for (const name of [value.$anchor, value.$dynamicAnchor]) {
      if (typeof name === 'string') anchors.set(`${base}#${name}`, pointer);
    }
    for (const [key, member] of Object.entries(value)) {
      visit(member, childPointer(pointer, key), base);
    }
  };
  visit(root, '', self);
  return { base: self, resources, anchors };
}

/** The URL that a document gives itself. @see https://spec.openapis.org/oas/v3.2.0#oas-self */
function selfOf(root: unknown, url: string): string {
  return isOpenApi32(root) ? baseOf(root.$self, url) : url;
}

/** True for a document that may use what OpenAPI 3.2 adds to references. */
export function isOpenApi32(root: unknown): root is JsonObject {
  return isJsonObject(root) && /^3\.2\b/.test(String(root.openapi));
}

/** The base URL within a schema that may have an `$id`. */
export function baseOf($id: unknown, outer: string): string {
  if (typeof $id !== 'string' || !URL.canParse($id, outer)) return outer;
  return withoutFragment(new URL($id, outer).href);
}

export function withoutFragment(url: string): string {
  const [before = url] = url.split('#', 1);
  return before;
}
