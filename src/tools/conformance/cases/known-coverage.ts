import { asObject, valueAt, getOrMake } from '../../document';
import { type BoundaryCase, boundaryCases } from '../../samples';
import { hasUnlisted, isPlainlyValid } from '../../schema';
import type { LoadedContract } from '../../validators';

/** The coverage values of request schemas, generated on demand and once per schema. */
export class KnownCoverage {
  private readonly found = new Map<string, Kept<BoundaryCase>>();

  constructor(private readonly loaded: LoadedContract) {}

  /** @param pointer JSON Pointer of a schema in the document with plain references */
  of(pointer: string): Iterable<BoundaryCase> {
    const own = this.ownPointer(pointer);
    return getOrMake(this.found, own, () => new Kept(this.certain(own)));
  }

  /** The values that a service must accept or refuse, however it treats discriminators. */
  private *certain(pointer: string): Generator<BoundaryCase> {
    const { resolver } = this.loaded;
    for (const each of boundaryCases(this.loaded, pointer, 'request')) {
      const isOpen = each.valid ? hasUnlisted : isPlainlyValid;
      if (!isOpen(resolver, pointer, 'request', each.value)) yield each;
    }
  }

  /** The invalid values among the first ones. @param most maximum number of values to look at */
  broken(pointer: string, most: number): BoundaryCase[] {
    const first: BoundaryCase[] = [];
    for (const value of this.of(pointer)) {
      if (first.length === most) break;
      first.push(value);
    }
    return first.filter(({ valid }) => !valid);
  }

  /** Pointer of the schema that a chain of bare references leads to. */
  private ownPointer(pointer: string): string {
    const { resolver } = this.loaded;
    let own = pointer;
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const schema = asObject(valueAt(resolver.document, own));
      if (typeof schema.$ref !== 'string' || Object.keys(schema).length > 1) return own;
      own = resolver.target(schema.$ref, own);
    }
    return pointer;
  }
}

/** Maximum length of a chain of references, which may be circular. */
const MAX_STEPS = 100;

/** Caches the items of a generator for any number of readers. */
class Kept<Item> implements Iterable<Item> {
  private readonly items: Item[] = [];

  constructor(private readonly source: Iterator<Item>) {}

  *[Symbol.iterator](): Iterator<Item> {
    yield* this.items;
    for (let index = this.items.length; ; index++) {
      // Another reader may have advanced meanwhile.
      if (index === this.items.length) {
        const next = this.source.next();
        if (next.done === true) return;
        this.items.push(next.value);
      }
      yield* this.items.slice(index, index + 1);
    }
  }
}
