import { isReserved } from '../../../samples';
import { type Located, type Operation, defaultStyle } from '../../../document';
import type { OperationChange } from '../change';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { directionsOf, type OperationPair, renamedExpressions } from '../versions';
import { compareFields, type Field } from './fields';

/** @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
export function compareParameters(
  { base, revision, versions, sender }: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const pairs = {
    kind: 'parameter',
    base: fieldsOf(base),
    revision: fieldsOf(revision, renamedExpressions(base, revision)),
    versions,
    direction: directionsOf(sender).request,
  } as const;
  return compareFields(pairs, comparison);
}

function fieldsOf(
  { parameters }: Operation,
  renamed: ReadonlyMap<string, string> = new Map(),
): Map<string, Field> {
  const described = parameters.filter(({ value }) => !isReserved(value));
  return new Map(described.map((each) => [parameterKey(each, renamed), fieldOf(each)]));
}

function fieldOf(located: Located): Field {
  const { required, in: location, name } = located.value;
  return {
    located,
    isRequired: required === true || location === 'path',
    subject: `the ${String(location)} parameter "${String(name)}"`,
    usual: defaultStyle(location),
  };
}

/** Names of headers are case-insensitive; path parameters may have been renamed. */
function parameterKey({ value }: Located, renamed: ReadonlyMap<string, string>): string {
  const location = String(value.in);
  const name = String(value.name);
  if (location === 'header') return `header ${name.toLowerCase()}`;
  return `${location} ${location === 'path' ? (renamed.get(name) ?? name) : name}`;
}
