import type { CompiledContract, CompiledQuerystring } from '../compiled-contract';
import { Failure } from '../failure';
import type { Validators } from '../schema/validation';
import { decodeContent } from './decode-body';
import { decodePercent, isPercentEncoded } from './serialization/percent-encoding';
import { QUERY } from './subject';

/** Percent-encoding takes the place of a charset. */
const UTF8 = { essence: '', parameters: {} };

/**
 * Decodes and validates a query that is one value: JSON, text, or a form. An empty query is none.
 *
 * @param query raw, without the question mark
 * @returns undefined when there is none and none is needed
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
export function decodeQuerystring(
  contract: CompiledContract,
  validators: Validators,
  { required, media }: CompiledQuerystring,
  query: string,
): unknown {
  if (query === '') return required ? invalid('is missing') : undefined;
  if (!isPercentEncoded(query)) return invalid('is not percent-encoded UTF-8');
  // A form takes its own encoding away, when it is split.
  const content = Buffer.from(media.kind === 'form' ? query : decodePercent(query));
  const context = { contract, validators, subject: QUERY };
  return decodeContent(context, { media, mediaType: UTF8, content });
}

function invalid(fault: string): Failure {
  return new Failure(QUERY.invalid, `The ${QUERY.name} ${fault}`);
}
