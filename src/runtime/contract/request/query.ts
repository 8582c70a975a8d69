import type {
  CompiledContract,
  CompiledQuerystring,
  CompiledParameter,
} from '../compiled-contract';
import { Failure, failureKinds } from '../failure';
import { quote } from '../json/json-values';
import { contentFailure } from './content-fault';
import { decodeContent } from './decode-body';
import { splitPair, NameValues, parsePairs } from './serialization/name-values';
import { SentNames } from './serialization/sent-names';
import type { SchemaContext } from '../schema/validation';
import { decodeForm, decodePercent, isPercentEncoded } from '../uri';

/** Percent-encoding of UTF-8 replaces a charset. */
const UTF8 = { essence: '', parameters: {} };

/**
 * Decodes and validates a query that is one value: JSON, text, or a form. An empty query counts as
 * absent.
 *
 * @param sent raw, without the question mark
 * @returns undefined when it is absent and not required
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
export function decodeQuerystring(
  { contract, validators }: SchemaContext,
  { required, media }: CompiledQuerystring,
  sent: string,
): unknown {
  const query = media.kind === 'form' ? withoutKeys(contract, sent) : sent;
  if (query === '') return required ? invalid('is missing') : undefined;
  if (!isPercentEncoded(query)) return invalid('is not percent-encoded UTF-8');
  // A form is decoded after it is split.
  const content = Buffer.from(media.kind === 'form' ? query : decodePercent(query));
  const context = { contract, validators, subject: 'query' } as const;
  return decodeContent(context, { media, mediaType: UTF8, content });
}

function withoutKeys({ securitySchemes }: CompiledContract, query: string): string {
  const keys = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === 'apiKey' && scheme.in === 'query' ? [scheme.name] : [],
  );
  if (keys.length === 0) return query;
  const pairs = query.split('&').filter((pair) => !keys.includes(pairName(pair)));
  return pairs.join('&');
}

function invalid(fault: string): Failure {
  return contentFailure(failureKinds.invalidParameter, 'query', `The query ${fault}`);
}

/**
 * Refuses a query with a name that the document does not declare. The properties of an exploded
 * object count as declared, and so do other names where it allows any.
 *
 * @param strictQuery names allowed in addition to the parameters
 * @throws MatchBudgetExceededError, UnavailableError when a pattern for names takes too long
 * @returns undefined where all names are declared
 */
export function refuseUndeclaredQuery(
  { valueTypes }: CompiledContract,
  parameters: readonly CompiledParameter[],
  strictQuery: readonly string[],
  query: string,
): Failure | undefined {
  if (query === '') return undefined;
  const declared = parameters.filter((parameter) => parameter.in === 'query');
  const known = new Set([...strictQuery, ...declared.map(({ name }) => name)]);
  const values = new NameValues(parsePairs(query));
  const names = new SentNames(valueTypes, values, declared, (name) => strictQuery.includes(name));
  for (const parameter of declared) names.of(parameter);
  const pairs = query.split('&').filter((pair) => pair !== '');
  const undeclared = pairs.map(pairName).find((name) => !known.has(name) && !names.taken.has(name));
  if (undeclared === undefined) return undefined;
  const message = `The query parameter ${quote(undeclared)} is not one of the operation's; leave it out`;
  const faults = [{ in: 'query', name: undeclared, message }] as const;
  return new Failure(failureKinds.invalidParameter, message, { faults });
}

/** Decoded, if it is well-formed. */
function pairName(pair: string): string {
  const [name] = splitPair(pair);
  return isPercentEncoded(name) ? decodeForm(name) : name;
}
