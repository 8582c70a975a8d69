import { entries } from '../../document/model/json-object';
import { childPointer, valueAt } from '../../document/model/json-pointer';
import type { Operation } from '../../document/model/operations';
import type { Resolver } from '../../document/model/resolve';

/**
 * The names that the query of an operation may have beside those of its parameters, where it may have no
 * others: API keys, and what its path template asks of the query.
 *
 * @returns undefined where a query may have any names
 */
export function strictQueryNames(resolver: Resolver, operation: Operation): string[] | undefined {
  const { isQueryStrict, parameters, path, security } = operation;
  const isWhole = parameters.some(({ value }) => value.in === 'querystring');
  if (!isQueryStrict || isWhole) return undefined;
  const named = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  const pointer = childPointer('', 'components', 'securitySchemes');
  const keys = entries(valueAt(resolver.document, pointer))
    .filter(([name]) => named.has(name))
    .map(([name]) => resolver.resolve(childPointer(pointer, name)).value)
    .filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'query')
    .map((scheme) => String(scheme.name));
  const [, query = ''] = path.split(/\?(.*)/s);
  return [...new Set([...keys, ...new URLSearchParams(query).keys()])];
}
