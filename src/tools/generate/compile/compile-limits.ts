import {
  BYTE_SIZE_SYNTAX,
  OPERATION_LIMIT_SYNTAX,
  parseByteSize,
  parseOperationLimits,
  type RateLimit,
} from 'openapi-trellis/tools';
import {
  type DocumentFault,
  asObject,
  type JsonObject,
  childPointer,
  valueAt,
  type Operation,
  type Resolver,
} from '../../document';

/** Extensions with which a document limits clients. */

const MAX_BODY_BYTES = 'x-max-body-bytes';
const RATE_LIMIT = 'x-rate-limit';

/** The body limit in bytes. @param holders the most specific first; the first that states a limit decides */
export function maxBodyBytes(...holders: readonly JsonObject[]): number | undefined {
  return holders
    .map((holder) => parseByteSize(holder[MAX_BODY_BYTES]))
    .find((bytes) => bytes !== undefined);
}

export function operationRateLimits({ value }: Operation): readonly RateLimit[] | undefined {
  return parseOperationLimits(value[RATE_LIMIT]);
}

/** Warns of invalid extensions, once for each place even if it is shared. */
export function limitWarnings(
  resolver: Resolver,
  operations: readonly Operation[],
): DocumentFault[] {
  const warnings = new Map<string, DocumentFault>();
  const check = (pointer: string, name: string, holder: JsonObject): void => {
    if (!(name in holder)) return;
    const isSize = name === MAX_BODY_BYTES;
    const parsed = isSize ? parseByteSize(holder[name]) : parseOperationLimits(holder[name]);
    if (parsed !== undefined) return;
    const allowed = isSize ? BYTE_SIZE_SYNTAX : OPERATION_LIMIT_SYNTAX;
    const at = childPointer(pointer, name);
    warnings.set(at, { pointer: at, message: `does not count; write ${allowed}` });
  };
  for (const { pointer, value } of operations) {
    check(pointer, MAX_BODY_BYTES, value);
    check(pointer, RATE_LIMIT, value);
    if (!('requestBody' in value)) continue;
    const body = resolver.resolve(childPointer(pointer, 'requestBody'));
    check(body.pointer, MAX_BODY_BYTES, body.value);
    for (const mediaType of Object.keys(asObject(body.value.content))) {
      const media = childPointer(body.pointer, 'content', mediaType);
      check(media, MAX_BODY_BYTES, asObject(valueAt(resolver.document, media)));
    }
  }
  return [...warnings.values()];
}
