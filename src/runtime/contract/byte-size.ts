/** Bytes of each unit in which sizes are written. */
export const BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** The largest request body unless configured, 1 MiB: thousands of times the size that most operations need. */
export const DEFAULT_MAX_BODY_BYTES = 2 ** 20;

const SIZE = /^(\d{1,13})([KMG]iB|B)$/;

const MAX_SIZE = 2 ** 40;

/** The allowed values, as the end of a sentence. */
export const BYTE_SIZE_SYNTAX =
  'a whole number of bytes from 1 to 2^40, or text such as "16MiB" (in B, KiB, MiB or GiB)';

/** @returns bytes; undefined where the value is not {@link BYTE_SIZE_SYNTAX} */
export function parseByteSize(value: unknown): number | undefined {
  const [, digits, unit = ''] = typeof value === 'string' ? (SIZE.exec(value) ?? []) : [];
  const size = digits === undefined ? value : Number(digits) * (BYTES[unit] ?? NaN);
  const isSize = typeof size === 'number' && Number.isInteger(size) && size >= 1;
  return isSize && size <= MAX_SIZE ? size : undefined;
}
