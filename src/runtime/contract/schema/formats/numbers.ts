/** Numbers as texts, and those of structured fields. */

/** @param isSigned true for int64, false for uint64 */
export function isInteger64(text: string, isSigned: boolean): boolean {
  if (!/^-?0*\d{1,20}$/.test(text)) return false;
  const value = BigInt(text);
  return value === (isSigned ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value));
}

/**
 * At most 34 significant digits.
 *
 * @see https://spec.openapis.org/registry/format/decimal128
 */
export function isDecimal128(text: string): boolean {
  if (/^(?:NaN|-?INF)$/.test(text)) return true;
  const [, digits] = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?$/i.exec(text) ?? [];
  const significant = digits?.replace('.', '').replace(/^0+/, '');
  return significant !== undefined && /^0*$/.test(significant.slice(34));
}

/** @see https://www.rfc-editor.org/rfc/rfc9651#section-3.3.2 */
export function isStructuredDecimal(value: number): boolean {
  return /^-?\d{1,12}(?:\.\d{1,3})?$/.test(String(value));
}
