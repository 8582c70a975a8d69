import {
  asObject,
  type CoverageValue,
  coverageValues,
  type LoadedContract,
  valueAt,
} from '../../generate/index';

/** The coverage values of request schemas, found once for each schema, since it takes its time. */
export class KnownCoverage {
  private readonly found = new Map<string, readonly CoverageValue[]>();

  constructor(private readonly loaded: LoadedContract) {}

  /** @param pointer of a schema in the document with plain references */
  of(pointer: string): readonly CoverageValue[] {
    const own = this.ownPointer(pointer);
    const known = this.found.get(own);
    if (known !== undefined) return known;
    const values = [...coverageValues(this.loaded, own, 'request')];
    this.found.set(own, values);
    return values;
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
