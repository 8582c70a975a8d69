import { effective, type SchemaAt, strings, isJsonObject } from '../../../generate/index';
import type { Versions } from '../versions';
import type { SchemaRelations } from './same-schemas';
import { childLabel, childOf } from './open-hierarchy';
import type { Meaning, Part } from './schema-meaning';
import type { Side } from './place-pairs';

/** A step from the schemas of a value to those of a part of it, or to one of its alternatives. */
export interface Step {
  /** As schema-meaning.ts labels parts. */
  readonly label: string;
  /** Pointers of the schemas that it leads from. */
  readonly base: string;
  readonly revision: string;
}

/** Schemas of the same part of a value that are not shown to mean the same in two versions. */
export interface DifferingPlace {
  /** From the whole value; none where it is the whole. */
  readonly steps: readonly Step[];
  /** Pointers of the schemas. */
  readonly base: string;
  readonly revision: string;
  /** What differs at the place itself, where its parts are places of their own. */
  readonly own?: OwnDifference;
  /** Alternatives that may share values: only those count, since the alternatives are places of their own. */
  readonly overlap?: Alternatives;
}

/** What schemas differ in but for their parts. */
export type OwnDifference = Pick<DifferingParts, 'required' | 'alternatives'>;

/** Parts within parts that differences are followed to. */
const MAX_STEPS = 12;

/**
 * The smallest parts of a value that schemas of two versions differ in, each pair of schemas once. All
 * around them is shown to mean the same, or is a place of its own, so that a value that shows a difference
 * of the part may show one of the whole.
 *
 * @param same shows that schemas mean the same
 */
export function differingPlaces(
  versions: Versions,
  same: SchemaRelations,
  base: SchemaAt,
  revision: SchemaAt,
): DifferingPlace[] {
  const seen = new Set<string>();
  const find = (one: SchemaAt, other: SchemaAt, steps: readonly Step[]): DifferingPlace[] => {
    const was = effective(versions.base.loaded.resolver, one);
    const is = effective(versions.revision.loaded.resolver, other);
    const pair = `${was.pointer} ${is.pointer}`;
    if (seen.has(pair) || same.areSame(was, is)) return [];
    seen.add(pair);
    const place = { steps, base: was.pointer, revision: is.pointer };
    const differing = steps.length < MAX_STEPS ? differingParts(same, was, is) : undefined;
    if (differing === undefined) return [place];
    const { parts, required, alternatives, overlap } = differing;
    const isOwn = required.length + alternatives.base.length + alternatives.revision.length > 0;
    return [
      ...(isOwn ? [{ ...place, own: { required, alternatives } }] : []),
      ...(overlap === undefined ? [] : [{ ...place, overlap }]),
      ...parts.flatMap(({ label, base, revision }) =>
        find(base, revision, [...steps, { label, base: was.pointer, revision: is.pointer }]),
      ),
    ];
  };
  return find(base, revision, []);
}

/** What schemas of two versions differ in. */
interface DifferingParts {
  /** Schemas of parts of a value, or alternatives, that both have. */
  readonly parts: readonly DifferingPart[];
  /** Properties that one of them demands. */
  readonly required: readonly string[];
  /** Pointers of alternatives that only one has. */
  readonly alternatives: Alternatives;
  /** Alternatives of which a value may be of one that differs and of another. */
  readonly overlap: Alternatives | undefined;
}

/** Pointers of alternatives. */
export type Alternatives = Readonly<Record<Side, readonly string[]>>;

type SchemaPair = Readonly<Record<Side, SchemaAt>>;

interface DifferingPart extends SchemaPair {
  /** As schema-meaning.ts labels parts. */
  readonly label: string;
}

/** @returns undefined where schemas differ in more than can be told apart */
function differingParts(
  same: SchemaRelations,
  was: SchemaAt,
  is: SchemaAt,
): DifferingParts | undefined {
  const [before, after] = same.meanings(was, is);
  if (before === undefined || after === undefined) return undefined;
  const [mine, theirs] = [asChoice(was, before, after), asChoice(is, after, before)];
  const required = differingNames(mine, theirs);
  const [ones, others] = [byLabel(mine), byLabel(theirs)];
  if (required === undefined || ones === undefined || others === undefined) return undefined;
  const choices: Choice[] = [];
  for (const label of new Set([...ones.keys(), ...others.keys()])) {
    const part = ones.get(label) ?? same.unsaidPart('base', was, label);
    const other = others.get(label) ?? same.unsaidPart('revision', is, label);
    if (part === undefined || other === undefined) {
      if (isOneMore(label, mine) && isOneMore(label, theirs)) continue;
      return undefined;
    }
    const choice = choiceOf(same, part, other);
    if (choice === undefined) return undefined;
    choices.push(choice);
  }
  const alternatives = {
    base: choices.flatMap(({ base }) => base),
    revision: choices.flatMap(({ revision }) => revision),
  };
  const parts = choices.flatMap((choice) => choice.parts);
  // Of alternatives that a discriminator tells apart, one alone takes a value.
  const areApart = isDiscriminated(was) && isDiscriminated(is);
  const ofOne = areApart ? undefined : choices.find(({ label }) => label === 'oneOf');
  const overlap = ofOne && overlapOf(same, ofOne, ones.get('oneOf'), others.get('oneOf'));
  return { parts, required, alternatives, overlap };
}

function isDiscriminated({ schema }: SchemaAt): boolean {
  return isJsonObject(schema) && 'discriminator' in schema;
}

/** A schema whose counterpart is nothing but a choice counts as a choice of one. */
function asChoice(at: SchemaAt, own: Meaning, other: Meaning): Meaning {
  const [only, ...others] = other.parts;
  const isOther = own.parts.some(({ label }) => label === only?.label);
  const isChoice = other.assertions.size + others.length === 0 && only?.isOrdered === false;
  if (only === undefined || isOther || !isChoice) return own;
  return { assertions: other.assertions, parts: [{ ...only, schemas: [[at]] }] };
}

/** What a part differs in; undefined where that cannot be looked at by itself. */
function choiceOf(same: SchemaRelations, part: Part, other: Part): Choice | undefined {
  const { label } = part;
  const [one, two] = [onlySchema(part), onlySchema(other)];
  if (one !== undefined && two !== undefined) {
    return { label, parts: [{ label, base: one, revision: two }], base: [], revision: [] };
  }
  if (same.areSameParts(part, other)) return { label, parts: [], base: [], revision: [] };
  return differingChoice(same, part, other);
}

/** Alternatives of `oneOf` that are not the same, and those that are not shown to share no value with them. */
function overlapOf(
  same: SchemaRelations,
  choice: Choice,
  base: Part | undefined,
  revision: Part | undefined,
): Alternatives | undefined {
  const sharing = (side: Side, part: Part | undefined): string[] => {
    const all = part?.schemas.flat() ?? [];
    const differing = [...choice.parts.map((each) => each[side].pointer), ...choice[side]];
    return all
      .filter(({ pointer }) => differing.includes(pointer))
      .flatMap((own) => {
        const others = all.filter((other) => other !== own && !same.areApart(side, own, other));
        return others.length > 0 ? [own, ...others].map(({ pointer }) => pointer) : [];
      });
  };
  const overlap = { base: sharing('base', base), revision: sharing('revision', revision) };
  return overlap.base.length + overlap.revision.length > 0 ? overlap : undefined;
}

/** Names that one of them demands; undefined where other assertions differ. */
function differingNames(mine: Meaning, theirs: Meaning): string[] | undefined {
  const keywords = new Set([...mine.assertions.keys(), ...theirs.assertions.keys()]);
  keywords.delete('required');
  const isSame = (keyword: string): boolean =>
    mine.assertions.get(keyword) === theirs.assertions.get(keyword);
  if (![...keywords].every(isSame)) return undefined;
  const [before, after] = [mine, theirs].map(({ assertions }) =>
    strings(JSON.parse(assertions.get('required') ?? '[]')),
  );
  const onlyIn = (one: string[] = [], other: string[] = []): string[] =>
    one.filter((name) => !other.includes(name));
  return [...onlyIn(before, after), ...onlyIn(after, before)];
}

function byLabel({ parts }: Meaning): Map<string, Part> | undefined {
  const map = new Map(parts.map((part) => [part.label, part]));
  return map.size === parts.length ? map : undefined;
}

/** True where nothing depends on which names there are. */
function isOpen({ assertions, parts }: Meaning): boolean {
  const isCounted = assertions.has('minProperties') || assertions.has('maxProperties');
  return !isCounted && parts.every(({ label }) => /^(?:\. |items? )/.test(label));
}

/**
 * To an object that takes any name, a property that one version describes is one more; so is a child to a
 * base that takes others.
 */
function isOneMore(label: string, meaning: Meaning): boolean {
  const [property] = childOf(label) ?? [];
  if (property === undefined) return label.startsWith('. ') && isOpen(meaning);
  return meaning.parts.some((part) => part.label === childLabel(property));
}

/** The schema of a part that values can be put in, if it is one alone. */
function onlySchema({ label, schemas }: Part): SchemaAt | undefined {
  const [all, ...others] = schemas;
  const isEntered = /^(?:\. |item |items from |additionalProperties |child )/.test(label);
  return isEntered && others.length === 0 && all?.length === 1 ? all[0] : undefined;
}

interface Choice {
  readonly label: string;
  readonly parts: readonly DifferingPart[];
  readonly base: readonly string[];
  readonly revision: readonly string[];
}

/** Alternatives that are not the same: in both versions, one beside the other, or in one of them only. */
function differingChoice(same: SchemaRelations, part: Part, other: Part): Choice | undefined {
  if (part.isOrdered) return undefined;
  const { label } = part;
  const [mine, theirs] = [part, other].map(({ schemas }) => schemas.flat());
  if (mine === undefined || theirs === undefined) return undefined;
  const after = [...theirs];
  const before = mine.filter((one) => {
    const index = after.findIndex((two) => same.areSame(one, two));
    if (index >= 0) after.splice(index, 1);
    return index < 0;
  });
  const parts: DifferingPart[] = [];
  for (const { base, revision } of alikePairs(same, before, after)) {
    if (!before.includes(base) || !after.includes(revision)) continue;
    before.splice(before.indexOf(base), 1);
    after.splice(after.indexOf(revision), 1);
    parts.push({ label, base, revision });
  }
  const [base, revision] = [before, after].map((each) => each.map(({ pointer }) => pointer));
  return { label, parts, base: base ?? [], revision: revision ?? [] };
}

/** Alternatives of both versions that may be the same but for a change, the likeliest first. */
function alikePairs(
  same: SchemaRelations,
  before: readonly SchemaAt[],
  after: readonly SchemaAt[],
): SchemaPair[] {
  const named = pairsOf(before, after).filter(
    ({ base, revision }) =>
      (isReference(base) || isReference(revision)) && nameOf(base) === nameOf(revision),
  );
  const others = pairsOf(
    before.filter((at) => !named.some(({ base }) => base === at)),
    after.filter((at) => !named.some(({ revision }) => revision === at)),
  ).filter(({ base, revision }) => !isReference(base) || !isReference(revision));
  if (others.length > MOST_RANKED) return [...named, ...others];
  const ranked = others
    .map((pair) => ({ ...pair, labels: same.differingLabels(pair.base, pair.revision) }))
    .filter(({ base, revision, labels }) => !same.areOfDifferentKinds(base, revision, labels))
    .sort((one, other) => one.labels.length - other.labels.length);
  return [...named, ...ranked];
}

function pairsOf(before: readonly SchemaAt[], after: readonly SchemaAt[]): SchemaPair[] {
  return before.flatMap((base) => after.map((revision) => ({ base, revision })));
}

/** Pairs of alternatives that are put in order, which takes a look at each. */
const MOST_RANKED = 400;

function isReference({ schema }: SchemaAt): boolean {
  return isJsonObject(schema) && '$ref' in schema;
}

/** What a reference leads to, or the place of the schema itself. */
function nameOf({ schema, pointer }: SchemaAt): string {
  return isJsonObject(schema) && '$ref' in schema ? String(schema.$ref) : `#${pointer}`;
}
