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
  /** Made for the first of them, since most texts have none. */
  private byHolder: Map<object, Map<string, ExactNumber>> | undefined;

  set(holder: object, key: string, value: ExactNumber): void {
    this.byHolder ??= new Map();
    const entries = this.byHolder.get(holder);
    if (entries === undefined) this.byHolder.set(holder, new Map([[entryKey(key), value]]));
    else entries.set(entryKey(key), value);
  }

  get(holder: object, key: string | number): ExactNumber | undefined {
    return this.byHolder?.get(holder)?.get(entryKey(key));
  }

  /** Takes over what another table says of a value of its own, which becomes the one at a place here. */
  adopt(other: ExactNumbers, holder: object, key: string): void {
    for (const [from, entries] of other.byHolder ?? []) {
      if (from !== ROOT) (this.byHolder ??= new Map()).set(from, entries);
    }
    const top = other.get(ROOT, '');
    if (top !== undefined) this.set(holder, key, top);
  }

  /** True when nothing was lost, the usual case. */
  get isEmpty(): boolean {
    return this.byHolder === undefined;
  }
}

/** A name that is a number would be hashed in a way that a client can foresee, so it is not the whole key. */
function entryKey(key: string | number): string {
  return `#${key}`;
}
