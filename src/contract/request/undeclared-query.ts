import type { CompiledContract, CompiledOperation } from '../compiled-contract';
import { Failure, failureKinds } from '../failure';
import { quote } from '../quote';
import { NameValues, parsePairs, splitPair } from './serialization/name-values';
import { decodeForm, isPercentEncoded } from './serialization/percent-encoding';
import { SentNames } from './serialization/sent-names';

/**
 * Refuses a query with a name that the document does not declare, where it says that it declares all. The
 * properties of an exploded object count as declared, and so do other names where it takes any.
 *
 * @throws HardTextError, UnavailableError when a pattern for names takes too long
 * @returns undefined where there is no such name
 */
export function refuseUndeclaredQuery(
  { valueTypes }: CompiledContract,
  { parameters, strictQuery }: CompiledOperation,
  query: string,
): Failure | undefined {
  if (strictQuery === undefined || query === '') return undefined;
  const declared = parameters.filter((parameter) => parameter.in === 'query');
  const known = new Set([...strictQuery, ...declared.map(({ name }) => name)]);
  const values = new NameValues(parsePairs(query));
  const names = new SentNames(valueTypes, values, declared, (name) => strictQuery.includes(name));
  for (const parameter of declared) names.of(parameter);
  const undeclared = namesOf(query).find((name) => !known.has(name) && !names.taken.has(name));
  if (undeclared === undefined) return undefined;
  const message = `The query parameter ${quote(undeclared)} is not one of the operation's; leave it out`;
  const faults = [{ in: 'query', name: undeclared, message }] as const;
  return new Failure(failureKinds.invalidParameter, message, { faults });
}

/** Decoded, where that is possible. */
function namesOf(query: string): string[] {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name] = splitPair(pair);
    return isPercentEncoded(name) ? decodeForm(name) : name;
  });
}
