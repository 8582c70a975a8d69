import path from 'node:path';
import { asObject, isJsonObject } from '../../model/json-object';
import { baseOf } from './resources';
import type { SourceFile } from './source-file';

/**
 * Schemas that dynamic references bind to, or that schemas with an `$id` refer to, mean what they mean only
 * in a resource with a URI of its own. So their files are embedded whole, each as a component with an
 * `$id`: the file's own, or its path from the document's folder.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-9.3.1
 */

/** The name by which embedded schemas refer to the document: it is published beside them by that name. */
const PUBLISHED = 'openapi.json';

/** True for a file whose schemas have names that are bound when they are evaluated. */
export function isDynamic({ value }: SourceFile): boolean {
  return !(isJsonObject(value) && 'openapi' in value) && hasDynamicName(value);
}

function hasDynamicName(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasDynamicName);
  if (!isJsonObject(value)) return false;
  if ('$dynamicAnchor' in value || '$dynamicRef' in value) return true;
  return Object.values(value).some(hasDynamicName);
}

/** The `$id` of a file that is embedded in the document of another; undefined for one above its folder. */
export function idOf(file: SourceFile, entry: SourceFile): string | undefined {
  const id = relativeTo(entry.url, uriOf(file));
  return id?.startsWith('../') ? undefined : id;
}

function uriOf({ value, url }: SourceFile): string {
  return baseOf(asObject(value).$id, url);
}

/**
 * A reference to a place of a file from within a resource of the bundled document.
 *
 * @param base the URI of the resource, in which the document is the entry file
 * @returns undefined where the resource is not of the document's folder and the target is
 */
export function embeddedReference(
  file: SourceFile,
  hash: string,
  base: string,
  entry: SourceFile,
): string | undefined {
  const uri = file === entry ? new URL(PUBLISHED, entry.url).href : uriOf(file);
  const relative = relativeTo(base, uri);
  return relative === undefined ? undefined : relative + hash;
}

/** A local file as a path from another one; any other URI as it is. */
function relativeTo(base: string, uri: string): string | undefined {
  const [from, to] = [new URL(base), new URL(uri)];
  if (to.protocol !== 'file:') return uri;
  if (from.protocol !== 'file:') return undefined;
  return path.posix.relative(path.posix.dirname(from.pathname), to.pathname);
}
