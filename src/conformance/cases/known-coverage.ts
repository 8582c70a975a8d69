import {
  asObject,
  type CoverageValue,
  coverageValues,
  type LoadedContract,
  valueAt,
} from '../../generate/index';

/** The coverage values of request schemas, made as they are asked for and once for each schema. */
export class KnownCoverage {
  private readonly found = new Map<string, Kept<CoverageValue>>();

  constructor(private readonly loaded: LoadedContract) {}

  /** @param pointer of a schema in the document with plain references */
  of(pointer: string): Iterable<CoverageValue> {
    const own = this.ownPointer(pointer);
    const known = this.found.get(own) ?? new Kept(coverageValues(this.loaded, own, 'request'));
    this.found.set(own, known);
    return known;
  }

  /** The first values that break their schema, of so many that are looked at. */
  broken(pointer: string, most: number): CoverageValue[] {
    const first: CoverageValue[] = [];
    for (const value of this.of(pointer)) {
      if (first.length === most) break;
      first.push(value);
    }
    return first.filter(({ valid }) => !valid);
  }

  /** That of the schema which a reference alone leads to. */
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

/** References that lead in a circle end nowhere. */
const MAX_STEPS = 100;

/** What a generator gives, for any number of readers. */
class Kept<Item> implements Iterable<Item> {
  private readonly items: Item[] = [];

  constructor(private readonly source: Iterator<Item>) {}

  *[Symbol.iterator](): Iterator<Item> {
    yield* this.items;
    for (let index = this.items.length; ; index++) {
      // Another reader may have been here meanwhile.
      if (index === this.items.length) {
        const next = this.source.next();
        if (next.done === true) return;
        this.items.push(next.value);
      }
      yield* this.items.slice(index, index + 1);
    }
  }
}
