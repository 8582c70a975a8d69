/**
 * True when a number is an integer times another one, by their decimal digits: as doubles, 19.99 is no
 * multiple of 0.01.
 *
 * @param divisor a decimal number above 0, such as `0.01` or `1e-8`
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.1
 */
export function isMultiple(value: number | bigint, divisor: string): boolean {
  if (typeof value === 'number' && Number.isSafeInteger(value)) {
    const double = Number(divisor);
    if (Number.isSafeInteger(double)) return value % double === 0;
  }
  const [a, b] = [decimalOf(String(value)), decimalOf(divisor)];
  const exponent = Math.min(a.exponent, b.exponent);
  return scaled(a, exponent) % scaled(b, exponent) === 0n;
}

/** Digits times a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

function decimalOf(text: string): Decimal {
  const [, whole = '0', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The digits for an exponent that is not above the decimal's own. A double's is 308 at most. */
function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
