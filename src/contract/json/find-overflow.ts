import { isComposite } from './canonical-text';
import { escapeKey } from './json-pointer';

/**
 * Where a value holds a number beyond the range of a double, of which `JSON.parse` makes an infinity.
 *
 * @param value a parsed JSON text
 * @returns the JSON Pointer of the first such number, or undefined
 */
export function findOverflow(value: unknown): string | undefined {
  if (!isComposite(value)) {
    return typeof value === 'number' && !Number.isFinite(value) ? '' : undefined;
  }
  for (const key of Object.keys(value)) {
    const inner = findOverflow((value as Readonly<Record<string, unknown>>)[key]);
    if (inner !== undefined) return `/${escapeKey(key)}${inner}`;
  }
  return undefined;
}
