import { acceptable, type Accept } from './accept';
import type { CompiledOperation } from '../compiled-contract';
import { Failure, failureKinds } from '../failure';

/**
 * Refuses a request whose client takes no media type that the operation gives, before the operation
 * has done anything. Where it may succeed without content, any client is content.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.7
 */
export function negotiate(
  { responses }: CompiledOperation,
  accept: Accept | undefined,
): Failure | undefined {
  if (accept === undefined) return undefined;
  const keys = Object.keys(responses);
  const successes = keys.filter((key) => key.startsWith('2'));
  const offers = (successes.length > 0 ? successes : keys.filter((key) => key === 'default')).map(
    (key) => Object.keys(responses[key]?.content ?? {}),
  );
  if (offers.length === 0 || offers.some((mediaTypes) => mediaTypes.length === 0)) return undefined;
  const all = [...new Set(offers.flat())];
  if (acceptable(accept, all).length > 0) return undefined;
  return new Failure(
    failureKinds.notAcceptable,
    `The operation offers ${all.join(' or ')}, which the Accept header does not allow`,
  );
}
