import { memoize, stringifyJson } from 'openapi-trellis/tools';
import {
  admittedTypes,
  ALWAYS,
  type Direction,
  memberAt,
  POSSIBLY,
  type SchemaAt,
  strings,
} from '../../../document';
import type { Version, Versions } from '../versions';
import { describedParts, namesOnlyIn, placesOf, type Side } from './place-pairs';
import {
  Containment,
  Meanings,
  NEVER,
  Proofs,
  type SchemaMeaning,
  type SchemaPart,
  type Schemas,
  type Sides,
  type Term,
  type Terms,
} from '../../../schema';

/** The meanings of schemas of two versions; undefined if no value is valid. */
type BothMeanings = readonly [SchemaMeaning | undefined, SchemaMeaning | undefined];

/**
 * Proves that schemas of two versions are equivalent: references are followed, `allOf` is read as one schema,
 * and order, names of components and annotations are ignored. False means only that there is no proof.
 */
class SchemaEquivalence {
  private readonly proofs = new Proofs();
  private writeOnly?: boolean;

  constructor(
    private readonly versions: Versions,
    private readonly direction: Direction,
    private readonly meanings: Meanings,
    /** Ignores, at each place in a value, properties that only one version describes. */
    private readonly ignoresNames: boolean,
  ) {}

  holds(one: Schemas, other: Schemas): boolean {
    return this.proofs.answer(() => this.related(one, other));
  }

  /** Like `holds`, for parts of schemas; ignores no properties. */
  holdsOfParts(one: SchemaPart, other: SchemaPart): boolean {
    return this.proofs.answer(() => this.relatedParts(one, other, new Set()));
  }

  /** The meanings of schemas of both versions in this comparison, with the parts of these very schemas. */
  meaningsOf(one: Schemas, other: Schemas): BothMeanings {
    const ignored = this.ignoredAt(one, other);
    return [this.meanings.at('base', one, ignored), this.meanings.at('revision', other, ignored)];
  }

  private related(one: Schemas, other: Schemas, inherited?: ReadonlySet<string>): boolean {
    const ignored = inherited ?? this.ignoredAt(one, other);
    const { meanings } = this;
    const keys = [meanings.keyOf('base', one), meanings.keyOf('revision', other), ...ignored];
    return this.proofs.holds(keys.join('|'), () => {
      const mine = meanings.of('base', one, ignored);
      return this.relatedMeanings([mine, meanings.of('revision', other, ignored)], ignored);
    });
  }

  private relatedMeanings([mine, theirs]: BothMeanings, ignored: ReadonlySet<string>): boolean {
    if (mine === undefined || theirs === undefined) return mine === theirs;
    if (mine.assertions.size !== theirs.assertions.size) return false;
    const isSaid = ([keyword, text]: [string, string]): boolean =>
      mine.assertions.get(keyword) === text;
    if (![...theirs.assertions].every(isSaid)) return false;
    if (mine.parts.length !== theirs.parts.length) return false;
    return matching(theirs.parts, mine.parts, (b, a) => this.relatedParts(a, b, ignored));
  }

  private relatedParts(one: SchemaPart, other: SchemaPart, ignored: ReadonlySet<string>): boolean {
    if (one.label !== other.label || one.schemas.length !== other.schemas.length) return false;
    const inherited = one.isInPlace ? ignored : undefined;
    const isRelated = (a: Schemas, b: Schemas): boolean => this.related(a, b, inherited);
    if (!one.isOrdered) return matching(one.schemas, other.schemas, isRelated);
    return one.schemas.every((each, index) => isRelated(each, other.schemas[index] ?? []));
  }

  ignoredAt(one: Schemas, other: Schemas): ReadonlySet<string> {
    const { base, revision } = this.versions;
    // A response never contains write-only properties.
    const hidesNames = this.direction === 'response' && this.hasWriteOnly;
    if (!hidesNames && !this.ignoresNames) return NO_NAMES;
    const mine = describedParts(base.loaded.resolver, one, POSSIBLY);
    const theirs = describedParts(revision.loaded.resolver, other, POSSIBLY);
    const hidden = hidesNames
      ? [...mine.writeOnly].filter((name) => theirs.writeOnly.has(name))
      : [];
    if (!this.ignoresNames) return new Set(hidden);
    return new Set([...hidden, ...namesOnlyIn(mine, theirs), ...namesOnlyIn(theirs, mine)]);
  }

  private get hasWriteOnly(): boolean {
    this.writeOnly ??= hasWriteOnly(this.versions.base) && hasWriteOnly(this.versions.revision);
    return this.writeOnly;
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

const hasWriteOnly = memoize(({ loaded }: Version): boolean =>
  stringifyJson(loaded.resolver.document).includes('"writeOnly":true'),
);

/** The resolvers of two versions, and the meanings of their schemas. */
const known = memoize(({ base, revision }: Versions) => {
  const sides: Sides = { base: base.loaded.resolver, revision: revision.loaded.resolver };
  const [request, response] = [new Meanings(sides, 'request'), new Meanings(sides, 'response')];
  return { sides, request, response };
});

/** Relations between schemas of two versions, proved by equivalence of their text or else of their values. */
export class SchemaRelations {
  private readonly likeness: SchemaEquivalence;
  private readonly containment: Containment;
  private readonly areTexts: boolean;
  private readonly known: Meanings;

  constructor(
    private readonly versions: Versions,
    direction: Direction,
    {
      ignoresNames = false,
      areTexts = false,
    }: {
      /** Ignores properties that only one version describes. */
      readonly ignoresNames?: boolean;
      /** Values travel as texts, and are strings if the schemas have no types. */
      readonly areTexts?: boolean;
    } = {},
  ) {
    this.areTexts = areTexts;
    const { sides, ...meaningsIn } = known(versions);
    const meanings = meaningsIn[direction];
    this.known = meanings;
    const likeness = new SchemaEquivalence(versions, direction, meanings, ignoresNames);
    this.likeness = likeness;
    this.containment = new Containment(sides, direction, meanings, {
      isSame: (one, other) =>
        (areOf('base', one) &&
          areOf('revision', other) &&
          likeness.holds(schemasOf(one), schemasOf(other))) ||
        (areOf('revision', one) &&
          areOf('base', other) &&
          likeness.holds(schemasOf(other), schemasOf(one))),
      ignored: (one, other) => {
        const all = [...one, ...other].filter(({ isNegated }) => isNegated !== true);
        return likeness.ignoredAt(
          schemasOf(all.filter(({ side }) => side === 'base')),
          schemasOf(all.filter(({ side }) => side === 'revision')),
        );
      },
    });
  }

  /** True if both are proved to accept the same values. */
  areSame(base: SchemaAt, revision: SchemaAt): boolean {
    if (this.likeness.holds([base], [revision])) return true;
    const areTexts =
      this.areTexts && this.isText('base', base) && this.isText('revision', revision);
    const beside = areTexts ? TEXT : [];
    return (
      this.isNarrower(base, revision, beside) &&
      this.isWider(base, revision, beside) &&
      (!areTexts || this.takesEmpty('base', base) === this.takesEmpty('revision', revision))
    );
  }

  private isText(side: Side, { pointer }: SchemaAt): boolean {
    const types = admittedTypes(this.versions[side].loaded.resolver, pointer);
    return types === undefined || types.every((type) => type === 'string' || type === 'null');
  }

  /** True for an empty text, which is read as `null` by a schema with that type. */
  private takesEmpty(side: Side, at: SchemaAt): boolean {
    const types = admittedTypes(this.versions[side].loaded.resolver, at.pointer);
    const read = types?.includes('null') === true ? ['', null] : [''];
    return read.some((each) => this.takesAll(side, at, termsOfValue(each)));
  }

  /**
   * True if the revision is proved to accept only values that the base accepts.
   * @param beside schemas of all values
   */
  isNarrower(base: SchemaAt, revision: SchemaAt, beside: Terms = []): boolean {
    return this.containment.holds(
      [...this.termsOf('revision', revision), ...beside],
      this.termsOf('base', base),
    );
  }

  isWider(base: SchemaAt, revision: SchemaAt, beside: Terms = []): boolean {
    return this.containment.holds(
      [...this.termsOf('base', base), ...beside],
      this.termsOf('revision', revision),
    );
  }

  /** True if both schemas of a version are proved to share no value. */
  areApart(side: Side, one: SchemaAt, other: SchemaAt): boolean {
    return this.containment.holds(
      [...this.termsOf(side, one), ...this.termsOf(side, other)],
      NEVER,
    );
  }

  /** @param beside schemas of all values */
  takesAll(side: Side, at: SchemaAt, beside: Terms = []): boolean {
    return this.containment.holds(beside, this.termsOf(side, at));
  }

  private termsOf(side: Side, at: SchemaAt): Terms {
    return [{ side, at, key: this.known.keyOf(side, [at]) }];
  }

  areSameParts(base: SchemaPart, revision: SchemaPart): boolean {
    return this.likeness.holdsOfParts(base, revision);
  }

  /** The part for a property or an item with an empty schema, which has no meaning, if a schema has one. */
  unsaidPart(side: Side, at: SchemaAt, label: string): SchemaPart | undefined {
    const { resolver } = this.versions[side].loaded;
    const { properties } = describedParts(resolver, [at], ALWAYS);
    const items = placesOf(resolver, [at], ALWAYS).filter(({ schema }) => 'items' in schema);
    const named = label.startsWith('. ') ? properties.get(label.slice(2)) : undefined;
    const schemas =
      label === 'items from 0' ? items.map((place) => memberAt(place, 'items')) : (named ?? []);
    return schemas.length === 0 ? undefined : { label, schemas: [schemas], isOrdered: true };
  }

  differingKeywords(base: SchemaAt, revision: SchemaAt): string[] {
    return [...new Set(this.differingLabels(base, revision).map(keywordOf))];
  }

  /** Like `differingKeywords`, with the labels of parts. */
  differingLabels(base: SchemaAt, revision: SchemaAt): string[] {
    const [mine, theirs] = this.meanings(base, revision);
    if (mine === undefined || theirs === undefined) return [];
    const asserted = new Set([...mine.assertions.keys(), ...theirs.assertions.keys()]);
    const differing = [...asserted].filter(
      (keyword) => mine.assertions.get(keyword) !== theirs.assertions.get(keyword),
    );
    const parts = [
      ...mine.parts.filter((one) => !theirs.parts.some((two) => this.areSameParts(one, two))),
      ...theirs.parts.filter((two) => !mine.parts.some((one) => this.areSameParts(one, two))),
    ];
    return [...new Set([...differing, ...parts.map(({ label }) => label)])];
  }

  /**
   * True for schemas of different types, or with a property that names different kinds.
   * @param labels of the differing parts
   */
  areOfDifferentKinds(base: SchemaAt, revision: SchemaAt, labels: readonly string[]): boolean {
    const meanings = this.meanings(base, revision);
    const differ = (label: string): boolean => {
      const [was, is] = meanings.map((meaning) =>
        meaning?.parts
          .filter((part) => part.label === label)
          .flatMap(({ schemas }) => schemas.flat()),
      );
      const [names, others] = this.likeness
        .meaningsOf(was ?? [], is ?? [])
        .map((meaning) => strings(JSON.parse(meaning?.assertions.get('enum') ?? '[]')));
      if (names === undefined || others === undefined) return false;
      return names.length * others.length > 0 && !names.some((name) => others.includes(name));
    };
    return labels.some((label) => (label.startsWith('. ') ? differ(label) : label === 'type'));
  }

  meanings(base: SchemaAt, revision: SchemaAt): BothMeanings {
    return this.likeness.meaningsOf([base], [revision]);
  }
}

/** The keywords for labels of parts that are not keywords. */
const KEYWORDS: Readonly<Record<string, string>> = {
  '.': 'properties',
  '/': 'patternProperties',
  '?': 'dependentSchemas',
  child: 'discriminator',
  item: 'prefixItems',
};

function keywordOf(label: string): string {
  const [word = ''] = label.split(' ');
  return KEYWORDS[word] ?? word;
}

function termsOfValue(value: unknown): Terms {
  const at = { schema: { const: value }, pointer: `#value ${JSON.stringify(value)}` };
  return [{ side: 'base', at }];
}

export const TEXT: Terms = [{ side: 'base', at: { schema: { type: 'string' }, pointer: '#text' } }];

function areOf(side: Side, terms: Terms): boolean {
  return terms.every((term) => term.side === side && term.isNegated !== true);
}

function schemasOf(terms: Terms): Schemas {
  return terms.map(({ at }: Term) => at);
}

/** True if each item has a distinct related one among the others. */
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

/** The proved relation of a revision's schema to the base's, ignoring names of properties. */
export type Relation = 'same' | 'narrower' | 'wider' | undefined;

export function relationOf(relations: SchemaRelations, was: SchemaAt, is: SchemaAt): Relation {
  const [isNarrower, isWider] = [relations.isNarrower(was, is), relations.isWider(was, is)];
  if (isNarrower && isWider) return 'same';
  if (isNarrower) return 'narrower';
  return isWider ? 'wider' : undefined;
}
