import { NameValues, parsePairs, splitPair } from '../request/serialization/name-values';
import { decodeForm, isPercentEncoded } from '../request/serialization/percent-encoding';

/**
 * What the query in a path template asks of a request, such as that of `/replies?beta=true`. The standard
 * gives a path no query, but documents tell operations apart by it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating
 */
export interface QueryCondition {
  readonly name: string;
  /** Any when absent. */
  readonly value?: string;
  /** The expression that stands for the value, if one does. */
  readonly expression?: string;
}

/** @param query what stands behind the `?` of a template */
export function parseQueryConditions(query: string): QueryCondition[] {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name, text] = splitPair(pair);
    const expression = /^\{([^{}]+)\}$/.exec(text)?.[1];
    if (expression !== undefined) return { name: decoded(name), expression };
    return { name: decoded(name), ...(pair.includes('=') && { value: decoded(text) }) };
  });
}

/** The values of the expressions, as they were sent; undefined when a query does not meet the conditions. */
export function matchQuery(
  conditions: readonly QueryCondition[],
  query: string,
): string[] | undefined {
  const texts = new NameValues(parsePairs(query));
  const values: string[] = [];
  for (const { name, value, expression } of conditions) {
    const sent = texts.of(name);
    const [first] = value === undefined ? sent : sent.filter((text) => decoded(text) === value);
    if (first === undefined) return undefined;
    if (expression !== undefined) values.push(first);
  }
  return values;
}

function decoded(text: string): string {
  return isPercentEncoded(text) ? decodeForm(text) : text;
}
