import type { CompiledOperation } from '../compiled-contract';
import { Failure, failureKinds } from '../failure';
import { responseHeaders } from '../header-names';
import { parseMediaType } from '../media-type';

/** @see https://www.rfc-editor.org/rfc/rfc10008 */
export const QUERY = 'QUERY';

/**
 * The header that names the media types of the body of a QUERY, as a list of structured fields; none for an
 * operation that takes no body.
 *
 * @see https://www.rfc-editor.org/rfc/rfc10008#section-3
 * @see https://www.rfc-editor.org/rfc/rfc9651#section-3.1
 */
export function acceptQuery({ requestBody }: CompiledOperation): Record<string, string> {
  const items = Object.keys(requestBody?.content ?? {}).flatMap((name) => {
    const mediaType = parseMediaType(name);
    if (mediaType === undefined) return [];
    const parameters = Object.entries(mediaType.parameters).map(
      ([key, value]) => `;${key}="${value.replace(/["\\]/g, '\\$&')}"`,
    );
    return [mediaType.essence + parameters.join('')];
  });
  return items.length === 0 ? {} : { [responseHeaders.acceptQuery]: items.join(', ') };
}

/** The refusal of a media type says which ones a QUERY may have. */
export function withAcceptQuery(operation: CompiledOperation, failure: Failure): Failure {
  const { kind, message, details } = failure;
  if (operation.method !== QUERY || kind !== failureKinds.unsupportedMediaType) return failure;
  return new Failure(kind, message, { headers: { ...details.headers, ...acceptQuery(operation) } });
}
