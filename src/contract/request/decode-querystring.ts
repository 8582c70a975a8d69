import type { CompiledContract, CompiledQuerystring } from '../compiled-contract';
import { Failure } from '../failure';
import type { Validators } from '../schema/validation';
import { decodeContent } from './decode-body';
import { splitPair } from './serialization/name-values';
import { decodeForm, decodePercent, isPercentEncoded } from './serialization/percent-encoding';
import { QUERY } from './subject';

/** Percent-encoding takes the place of a charset. */
const UTF8 = { essence: '', parameters: {} };

/**
 * Decodes and validates a query that is one value: JSON, text, or a form. An empty query is none.
 *
 * @param sent raw, without the question mark
 * @returns undefined when there is none and none is needed
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
export function decodeQuerystring(
  contract: CompiledContract,
  validators: Validators,
  { required, media }: CompiledQuerystring,
  sent: string,
): unknown {
  const query = media.kind === 'form' ? withoutKeys(contract, sent) : sent;
  if (query === '') return required ? invalid('is missing') : undefined;
  if (!isPercentEncoded(query)) return invalid('is not percent-encoded UTF-8');
  // A form takes its own encoding away, when it is split.
  const content = Buffer.from(media.kind === 'form' ? query : decodePercent(query));
  const context = { contract, validators, subject: QUERY };
  return decodeContent(context, { media, mediaType: UTF8, content });
}

/** A form without the API keys that stand in it. */
function withoutKeys({ securitySchemes }: CompiledContract, query: string): string {
  const keys = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === 'apiKey' && scheme.in === 'query' ? [scheme.name] : [],
  );
  if (keys.length === 0) return query;
  const pairs = query.split('&').filter((pair) => !isNameOf(keys, pair));
  return pairs.join('&');
}

function isNameOf(names: readonly string[], pair: string): boolean {
  const [name] = splitPair(pair);
  return isPercentEncoded(name) && names.includes(decodeForm(name));
}

function invalid(fault: string): Failure {
  const message = `The ${QUERY.name} ${fault}`;
  return new Failure(QUERY.invalid, message, { faults: [{ in: QUERY.name, message }] });
}
