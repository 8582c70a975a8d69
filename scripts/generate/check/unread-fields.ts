import type { DocumentFault } from '../document/document-error';
import { isJsonObject, type JsonObject } from '../document/json-object';
import { childPointer } from '../document/json-pointer';
import { visitObjects, type Kind } from '../document/walk-document';

const POSITIONS =
  'says how parts without names are encoded, which is not supported: the content is handed on as bytes, unchecked; describe the parts by name, with "encoding"';
const NESTED =
  'says how the parts of a part are encoded, which is not supported: the part is read as one value, an object or a list as JSON';

/** The fields that a document may have and that nothing of the service follows from, which it might. */
const UNREAD: Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>> = {
  mediaType: { prefixEncoding: POSITIONS, itemEncoding: POSITIONS },
  encoding: { encoding: NESTED, prefixEncoding: NESTED, itemEncoding: NESTED },
};

/**
 * A warning for each field that is not supported, at its place.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-usage-and-restrictions
 */
export function unreadWarnings(document: JsonObject): DocumentFault[] {
  const warnings: DocumentFault[] = [];
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    if (!isJsonObject(value)) return;
    for (const [field, message] of Object.entries(UNREAD[kind] ?? {})) {
      if (field in value) warnings.push({ pointer: childPointer(pointer, field), message });
    }
  });
  return warnings;
}
