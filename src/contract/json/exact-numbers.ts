/**
 * What `JSON.parse` loses: a double keeps integers only up to 2^53, so a larger integer of the text,
 * or a fraction that rounds to an integer, would reach the validators as another number. The values
 * stay ordinary doubles; this table says, by place, what the text said where the double does not.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-6
 */

/** The exact integer of the text, or `not-an-integer` where only the rounding made it one. */
export type ExactNumber = bigint | 'not-an-integer';

/** Stands for the missing parent of a document's top-level value. */
export const ROOT = Object.freeze({});

/** Exact numbers by the object or array that holds them and the key or index in it. */
export class ExactNumbers {
  private readonly byHolder = new Map<object, Map<string, ExactNumber>>();

  set(holder: object, key: string, value: ExactNumber): void {
    const entries = this.byHolder.get(holder);
    if (entries === undefined) this.byHolder.set(holder, new Map([[key, value]]));
    else entries.set(key, value);
  }

  get(holder: object, key: string | number): ExactNumber | undefined {
    return this.byHolder.get(holder)?.get(String(key));
  }

  /** Takes over the numbers of a text whose value stands at `key` of `holder` now. */
  adopt(numbers: ExactNumbers, holder: object, key: string): void {
    for (const [inner, entries] of numbers.byHolder) {
      for (const [name, value] of entries) {
        if (inner === ROOT) this.set(holder, key, value);
        else this.set(inner, name, value);
      }
    }
  }

  /** True when nothing was lost, the usual case. */
  get isEmpty(): boolean {
    return this.byHolder.size === 0;
  }
}
