import { ROOT, type ExactNumbers } from './parse-json';
import { isComposite } from './json-values';

/**
 * A text that two JSON values share exactly when they are equal: numbers compare by mathematical value, objects
 * regardless of the order of their properties.
 *
 * @param value a bigint is an exact integer
 * @param exact the numbers that the value's doubles do not hold; `holder` and `key` are the place of the value
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.2
 */
export function canonicalText(
  value: unknown,
  exact?: ExactNumbers,
  holder: object = ROOT,
  key: string | number = '',
): string {
  if (!isComposite(value)) return scalarText(value, exact, holder, key);
  return compositeText(value, (part, partKey) => canonicalText(part, exact, value, partKey));
}

/** The canonical text of a scalar; same parameters as {@link canonicalText}. */
function scalarText(
  value: unknown,
  exact: ExactNumbers | undefined,
  holder: object,
  key: string | number,
): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numberText(value, exact?.get(holder, key));
  return JSON.stringify(value);
}

/**
 * The canonical text of an array or object, from the texts of its parts.
 *
 * @param textOf gets a part, and its index or name
 */
function compositeText(
  value: object,
  textOf: (part: unknown, key: string | number) => string,
): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const members = entries.map(([name, part]) => `${JSON.stringify(name)}:${textOf(part, name)}`);
  return `{${members.join(',')}}`;
}

/** A fraction that rounds to an integer is marked, to differ from that integer. */
function numberText(double: number, exact: ReturnType<ExactNumbers['get']>): string {
  if (typeof exact === 'bigint') return String(exact);
  const text = Number.isInteger(double) ? String(BigInt(double)) : String(double);
  return exact === undefined ? text : `~${text}`;
}

/**
 * Determines which parts of a value are equal, visiting each part once: equal arrays or objects share a number, which
 * replaces them in the text of their holder. Otherwise a value 250 levels deep, with `uniqueItems` at each level, would
 * be visited 250 times.
 */
export class EqualValues {
  private readonly numbers = new Map<string, string>();
  private readonly known = new Map<object, string>();

  /** @param exact the numbers that the value's doubles do not hold */
  constructor(private readonly exact: ExactNumbers) {}

  /**
   * A text that two parts share exactly when they are equal. It is not an integer-like key, whose hash a client could
   * predict.
   *
   * @param holder the array or object that holds the part at `key`; none of them may change
   */
  textOf(part: unknown, holder: object, key: string | number): string {
    if (!isComposite(part)) return `=${scalarText(part, this.exact, holder, key)}`;
    const known = this.known.get(part);
    if (known !== undefined) return known;
    const text = compositeText(part, (inner, innerKey) => this.textOf(inner, part, innerKey));
    const number = this.numbers.get(text) ?? `@${this.numbers.size}`;
    this.numbers.set(text, number);
    this.known.set(part, number);
    return number;
  }
}
