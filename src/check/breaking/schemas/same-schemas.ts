import { type Direction, POSSIBLY, type References, type SchemaAt } from '../../../generate/index';
import type { Versions } from '../versions';
import { normalFormOf } from './normal-form';
import { describedParts, namesOnlyIn, type Schemas } from './place-pairs';
import { isStricter, type Meaning, meaningOf, type Part } from './schema-meaning';

/** Two versions of a document, whose schemas are held against each other. */
interface Comparable {
  readonly ones: References;
  readonly others: References;
  readonly direction: Direction;
  /** Leaves out of account, at each place in a value, properties that only one version describes. */
  readonly ignoresNames?: boolean;
  /** Whether the others may take more values. */
  readonly isWithin?: boolean;
}

/** Pairs of schemas that are compared before a comparison is given up. */
const MAX_PAIRS = 20_000;

/**
 * Shows that schemas of two documents mean the same, or that one takes no more than the other: references
 * are followed, `allOf` is read as one schema, and neither order, names of components nor annotations
 * count. False says only that it was not shown.
 */
export class SchemaRelation {
  /** Pairs of which it is known, by their pointers. */
  private readonly shown = new Set<string>();
  private readonly refuted = new Set<string>();
  /** Pairs that are taken for shown while they are compared: schemas may hold themselves. */
  private readonly assumed = new Set<string>();
  private readonly trail: string[] = [];
  private left = MAX_PAIRS;
  private exact?: SchemaRelation;

  constructor(private readonly comparable: Comparable) {}

  /** @param inherited what is left out of account at the place, where it is already known */
  holds(one: Schemas, other: Schemas, inherited?: ReadonlySet<string>): boolean {
    return this.shows(() => this.related(one, other, inherited));
  }

  /** The same for parts of schemas, in which nothing is left out of account. */
  holdsOfParts(one: Part, other: Part): boolean {
    return this.shows(() => this.relatedParts(one, other, new Set()));
  }

  private shows(compare: () => boolean): boolean {
    this.left = MAX_PAIRS;
    const is = compare();
    // Nothing is assumed any more, so that each pair on the way is shown by the others.
    for (const pair of this.trail.splice(0)) this.shown.add(pair);
    this.assumed.clear();
    return is;
  }

  /** What schemas of both versions mean in this comparison. */
  meanings(one: Schemas, other: Schemas, ignored = this.ignoredAt(one, other)): Meanings {
    const { ones, others, direction } = this.comparable;
    const scope = { direction, ignored };
    return [meaningOf(ones, one, scope), meaningOf(others, other, scope)];
  }

  private normalForms(one: Schemas, other: Schemas, ignored: ReadonlySet<string>): Meanings {
    const { ones, others, direction } = this.comparable;
    const scope = { direction, ignored };
    return [normalFormOf(ones, one, scope), normalFormOf(others, other, scope)];
  }

  private related(one: Schemas, other: Schemas, inherited?: ReadonlySet<string>): boolean {
    const ignored = inherited ?? this.ignoredAt(one, other);
    const pair = [pointersOf(one), pointersOf(other), ...ignored].join('|');
    if (this.shown.has(pair) || this.assumed.has(pair)) return true;
    if (this.refuted.has(pair) || --this.left < 0) return false;
    const mark = this.trail.length;
    this.assumed.add(pair);
    this.trail.push(pair);
    if (this.relatedMeanings(this.meanings(one, other, ignored), ignored)) return true;
    if (this.relatedMeanings(this.normalForms(one, other, ignored), ignored)) return true;
    for (const each of this.trail.splice(mark)) this.assumed.delete(each);
    if (this.left >= 0) this.refuted.add(pair);
    return false;
  }

  private relatedMeanings([mine, theirs]: Meanings, ignored: ReadonlySet<string>): boolean {
    const { isWithin = false } = this.comparable;
    if (mine === undefined) return isWithin || theirs === undefined;
    if (theirs === undefined) return false;
    if (!isWithin && mine.assertions.size !== theirs.assertions.size) return false;
    const isSaid = ([keyword, text]: [string, string]): boolean => {
      const own = mine.assertions.get(keyword);
      return own === text || (isWithin && isStricter(keyword, own, text));
    };
    if (![...theirs.assertions].every(isSaid)) return false;
    if (!isWithin && mine.parts.length !== theirs.parts.length) return false;
    return matching(theirs.parts, mine.parts, (b, a) => this.relatedParts(a, b, ignored));
  }

  private relatedParts(one: Part, other: Part, ignored: ReadonlySet<string>): boolean {
    if (one.label !== other.label) return false;
    const inherited = one.isInPlace ? ignored : undefined;
    const { isWithin = false } = this.comparable;
    const isExact = isWithin && one.isExact;
    const isRelated = (a: Schemas, b: Schemas): boolean =>
      isExact ? this.exactly().holds(a, b, inherited) : this.related(a, b, inherited);
    if (one.isOrdered) {
      const { schemas } = other;
      if (one.schemas.length !== schemas.length) return false;
      return one.schemas.every((each, index) => isRelated(each, schemas[index] ?? []));
    }
    if (isWithin && !isExact) {
      return one.schemas.every((a) => other.schemas.some((b) => isRelated(a, b)));
    }
    return (
      one.schemas.length === other.schemas.length && matching(one.schemas, other.schemas, isRelated)
    );
  }

  /** For schemas that take less where what is in them takes more. */
  private exactly(): SchemaRelation {
    this.exact ??= new SchemaRelation({ ...this.comparable, isWithin: false });
    return this.exact;
  }

  private ignoredAt(one: Schemas, other: Schemas): ReadonlySet<string> {
    const { ones, others, direction, ignoresNames = false } = this.comparable;
    const mine = describedParts(ones, one, POSSIBLY);
    const theirs = describedParts(others, other, POSSIBLY);
    const names = new Set<string>();
    // A response never has what is write-only.
    if (direction === 'response') {
      for (const name of mine.writeOnly) if (theirs.writeOnly.has(name)) names.add(name);
    }
    if (!ignoresNames) return names;
    for (const name of namesOnlyIn(mine, theirs)) names.add(name);
    for (const name of namesOnlyIn(theirs, mine)) names.add(name);
    return names;
  }
}

/** What schemas of two versions mean; undefined where no value is valid. */
type Meanings = readonly [Meaning | undefined, Meaning | undefined];

/** True where a schema is shown to take every value. */
export function allowsAll(references: References, at: SchemaAt, direction: Direction): boolean {
  const relation = new SchemaRelation({ ones: references, others: references, direction });
  return relation.holds([at], [{ schema: true, pointer: '' }]);
}

/** True where each has one of the others to itself. */
function matching<Item>(
  ones: readonly Item[],
  others: readonly Item[],
  isRelated: (one: Item, other: Item) => boolean,
): boolean {
  const left = [...others];
  return ones.every((one) => {
    const index = left.findIndex((other) => isRelated(one, other));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function pointersOf(schemas: Schemas): string {
  return schemas.map(({ pointer }) => pointer).join(' ');
}

/** What the schema of a revision is shown to be, beside that of the base; but for names of properties. */
export type Relation = 'same' | 'narrower' | 'wider' | undefined;

/** Relations of schemas of messages in one direction. */
export interface Relations {
  readonly same: SchemaRelation;
  readonly sameOtherwise: SchemaRelation;
  readonly narrower: SchemaRelation;
  readonly wider: SchemaRelation;
}

export function relationsOf({ base, revision }: Versions, direction: Direction): Relations {
  const [ones, others] = [base.loaded.resolver, revision.loaded.resolver];
  const within = { direction, ignoresNames: true, isWithin: true };
  return {
    same: new SchemaRelation({ ones, others, direction }),
    sameOtherwise: new SchemaRelation({ ones, others, direction, ignoresNames: true }),
    narrower: new SchemaRelation({ ...within, ones: others, others: ones }),
    wider: new SchemaRelation({ ...within, ones, others }),
  };
}

export function relationOf(
  { sameOtherwise, narrower, wider }: Relations,
  was: SchemaAt,
  is: SchemaAt,
): Relation {
  if (sameOtherwise.holds([was], [is])) return 'same';
  if (narrower.holds([is], [was])) return 'narrower';
  return wider.holds([was], [is]) ? 'wider' : undefined;
}
