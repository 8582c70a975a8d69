import type { DocumentFault } from '../../document/model/document-error';
import type { JsonObject } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import type { Operation } from '../../document/model/operations';

/**
 * The header fields that tell clients since when an operation is deprecated, and when it ends. OpenAPI says
 * `deprecated: true` and no more; the field needs a moment, so without one in `x-deprecated-at` there is none.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9745#section-2.1
 * @see https://www.rfc-editor.org/rfc/rfc8594#section-3
 */

const DEPRECATED_AT = 'x-deprecated-at';
const SUNSET = 'x-sunset';

/** full-date or date-time (RFC 3339, section 5.6). */
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/i;

/** The fields of all responses of an operation; undefined where it has none. */
export function lifecycleHeaders({ value }: Operation): Record<string, string> | undefined {
  const deprecatedAt = momentOf(value, DEPRECATED_AT);
  const sunset = momentOf(value, SUNSET);
  if (deprecatedAt === undefined && sunset === undefined) return undefined;
  return {
    // A Date of structured fields (RFC 9651, section 3.3.7).
    ...(deprecatedAt !== undefined && { Deprecation: `@${Math.floor(deprecatedAt / 1_000)}` }),
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
  };
}

/** What of them clients are not told, or are told and cannot make sense of. */
export function lifecycleWarnings({ value, pointer }: Operation): DocumentFault[] {
  const unreadable = [DEPRECATED_AT, SUNSET]
    .filter((name) => name in value && momentOf(value, name) === undefined)
    .map((name) => ({
      pointer: childPointer(pointer, name),
      message:
        'is no date or date-time of RFC 3339, and is not sent; write one, such as 2026-12-31',
    }));
  const [deprecatedAt = -Infinity, sunset = Infinity] = [
    momentOf(value, DEPRECATED_AT),
    momentOf(value, SUNSET),
  ];
  if (sunset >= deprecatedAt) return unreadable;
  const message = `is earlier than ${DEPRECATED_AT}, which clients are told as well; write a later one`;
  return [...unreadable, { pointer: childPointer(pointer, SUNSET), message }];
}

/** Milliseconds since 1970; of a day, its beginning in UTC. */
function momentOf(value: JsonObject, name: string): number | undefined {
  const text = value[name];
  if (typeof text !== 'string' || !MOMENT.test(text)) return undefined;
  const moment = Date.parse(text.toUpperCase());
  return Number.isNaN(moment) ? undefined : moment;
}
