import { ROOT, type ExactNumbers } from './exact-numbers';

/**
 * A text that two JSON values share when, and only when, they are equal: numbers by their mathematical
 * value, objects without regard to the order of their properties.
 *
 * @param value a bigint is an exact integer
 * @param exact what the doubles of the value do not say; `holder` and `key` say where the value stands
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2
 */
export function canonicalText(
  value: unknown,
  exact?: ExactNumbers,
  holder: object = ROOT,
  key: string | number = '',
): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numberText(value, exact?.get(holder, key));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => canonicalText(item, exact, value, index)).join(',')}]`;
  }
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const members = entries.map(
    ([name, member]) => `${JSON.stringify(name)}:${canonicalText(member, exact, value, name)}`,
  );
  return `{${members.join(',')}}`;
}

/** A fraction that rounds to an integer is marked, so that it does not equal that integer. */
function numberText(double: number, exact: ReturnType<ExactNumbers['get']>): string {
  if (typeof exact === 'bigint') return String(exact);
  const text = Number.isInteger(double) ? String(BigInt(double)) : String(double);
  return exact === undefined ? text : `~${text}`;
}
