import type { Direction, References, SchemaAt } from '../../generate/index';
import { meaningOf, type Part, type Schemas, type Scope } from './schema-meaning';

/** Schemas, and what their references mean. */
export interface Side {
  readonly references: References;
  readonly schemas: Schemas;
}

/** Pairs of schemas that are compared before the comparison is given up. */
const MAX_PAIRS = 20_000;

/**
 * True where schemas of two documents are shown to mean the same: references are followed, `allOf` is read
 * as one schema, and neither order, names of components nor annotations count. False says only that it was
 * not shown.
 */
export function sameSchemas(one: Side, other: Side, scope: Scope): boolean {
  const comparison = new Comparison(one.references, other.references, scope);
  return comparison.same(one.schemas, other.schemas);
}

/** True where a schema is shown to take every value. */
export function allowsAll(references: References, at: SchemaAt, direction: Direction): boolean {
  const every = { references, schemas: [{ schema: true, pointer: '' }] };
  const scope = { direction, ignored: new Set<string>() };
  return sameSchemas({ references, schemas: [at] }, every, scope);
}

class Comparison {
  private pairs = 0;
  /** Pairs that are taken for the same while they are compared: schemas may hold themselves. */
  private assumed = new Set<string>();

  constructor(
    private readonly ones: References,
    private readonly others: References,
    private readonly scope: Scope,
  ) {}

  same(one: Schemas, other: Schemas): boolean {
    const pair = `${keyOf(one)} | ${keyOf(other)}`;
    if (this.assumed.has(pair)) return true;
    if (++this.pairs > MAX_PAIRS) return false;
    const before = this.assumed;
    this.assumed = new Set([...before, pair]);
    const isSame = this.sameMeaning(one, other);
    if (!isSame) this.assumed = before;
    return isSame;
  }

  private sameMeaning(one: Schemas, other: Schemas): boolean {
    const mine = meaningOf(this.ones, one, this.scope);
    const theirs = meaningOf(this.others, other, this.scope);
    if (mine === undefined || theirs === undefined) return mine === theirs;
    const { assertions } = mine;
    return (
      assertions.size === theirs.assertions.size &&
      [...assertions].every(([keyword, text]) => theirs.assertions.get(keyword) === text) &&
      this.matching(mine.parts, theirs.parts, (a, b) => this.samePart(a, b))
    );
  }

  private samePart(one: Part, other: Part): boolean {
    if (one.label !== other.label || one.schemas.length !== other.schemas.length) return false;
    if (!one.isOrdered) return this.matching(one.schemas, other.schemas, (a, b) => this.same(a, b));
    return one.schemas.every((each, index) => this.same(each, other.schemas[index] ?? []));
  }

  /** True where each has one of the others to itself. */
  private matching<Item>(
    ones: readonly Item[],
    others: readonly Item[],
    isSame: (one: Item, other: Item) => boolean,
  ): boolean {
    if (ones.length !== others.length) return false;
    const left = [...others];
    return ones.every((one) => {
      const index = left.findIndex((other) => isSame(one, other));
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    });
  }
}

function keyOf(schemas: Schemas): string {
  return schemas.map(({ pointer }) => pointer).join(' ');
}
