import { effective, type SchemaAt, strings, isJsonObject } from '../../../document';
import type { Versions } from '../versions';
import type { SchemaRelations } from './same-schemas';
import { childLabel, childOf, type SchemaMeaning, type SchemaPart } from '../../../schema';
import type { Side } from './place-pairs';

/** A step from the schemas of a value to those of a part of it, or to one of its alternatives. */
export interface Step {
  readonly label: string;
  /** Pointers of the schemas that it starts from. */
  readonly base: string;
  readonly revision: string;
}

/** Schemas of the same part of a value in two versions that are not proved to be equivalent. */
export interface DifferingPlace {
  /** From the whole value; empty for the whole. */
  readonly steps: readonly Step[];
  /** Pointers of the schemas. */
  readonly base: string;
  readonly revision: string;
  /** The differences at the place itself, if its parts are separate places. */
  readonly own?: OwnDifference;
  /** Alternatives that may share values. Only the overlap counts here: the alternatives are separate places. */
  readonly overlap?: Alternatives;
}

/** The differences of schemas, except for those of their parts. */
export type OwnDifference = Pick<DifferingParts, 'required' | 'alternatives'>;

/** Maximum nesting at which differences are followed. */
const MAX_STEPS = 12;

/**
 * The smallest parts of a value that differ between two versions, each pair of schemas once. Everything
 * around them is proved to be equivalent or is a separate place, so a value that shows a difference of the
 * part may show one of the whole.
 * @param same proves that schemas are equivalent
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

interface DifferingParts {
  /** Schemas of parts of a value, or alternatives, in both versions. */
  readonly parts: readonly DifferingPart[];
  /** Properties that only one of them requires. */
  readonly required: readonly string[];
  /** Pointers of alternatives that only one has. */
  readonly alternatives: Alternatives;
  /** Alternatives of which a value may match a differing one and another. */
  readonly overlap: Alternatives | undefined;
}

/** Pointers of alternatives. */
export type Alternatives = Readonly<Record<Side, readonly string[]>>;

type SchemaPair = Readonly<Record<Side, SchemaAt>>;

interface DifferingPart extends SchemaPair {
  readonly label: string;
}

/** @returns undefined if the differences cannot be separated */
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
  // With a discriminator, only one alternative accepts a value.
  const areApart = isDiscriminated(was) && isDiscriminated(is);
  const ofOne = areApart ? undefined : choices.find(({ label }) => label === 'oneOf');
  const overlap = ofOne && overlapOf(same, ofOne, ones.get('oneOf'), others.get('oneOf'));
  return { parts, required, alternatives, overlap };
}

function isDiscriminated({ schema }: SchemaAt): boolean {
  return isJsonObject(schema) && 'discriminator' in schema;
}

/** A schema whose counterpart is only a choice counts as a choice of one. */
function asChoice(at: SchemaAt, own: SchemaMeaning, other: SchemaMeaning): SchemaMeaning {
  const [only, ...others] = other.parts;
  const isOther = own.parts.some(({ label }) => label === only?.label);
  const isChoice = other.assertions.size + others.length === 0 && only?.isOrdered === false;
  if (only === undefined || isOther || !isChoice) return own;
  return { assertions: other.assertions, parts: [{ ...only, schemas: [[at]] }] };
}

/** The differences of a part; undefined if it cannot be examined separately. */
function choiceOf(same: SchemaRelations, part: SchemaPart, other: SchemaPart): Choice | undefined {
  const { label } = part;
  const [one, two] = [onlySchema(part), onlySchema(other)];
  if (one !== undefined && two !== undefined) {
    return { label, parts: [{ label, base: one, revision: two }], base: [], revision: [] };
  }
  if (same.areSameParts(part, other)) return { label, parts: [], base: [], revision: [] };
  return differingChoice(same, part, other);
}

/** Differing alternatives of `oneOf`, and those that are not proved to share no value with them. */
function overlapOf(
  same: SchemaRelations,
  choice: Choice,
  base: SchemaPart | undefined,
  revision: SchemaPart | undefined,
): Alternatives | undefined {
  const sharing = (side: Side, part: SchemaPart | undefined): string[] => {
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

/** Names that only one of them requires; undefined if other assertions differ. */
function differingNames(mine: SchemaMeaning, theirs: SchemaMeaning): string[] | undefined {
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

function byLabel({ parts }: SchemaMeaning): Map<string, SchemaPart> | undefined {
  const map = new Map(parts.map((part) => [part.label, part]));
  return map.size === parts.length ? map : undefined;
}

/** True if no assertion depends on which names are present. */
function isOpen({ assertions, parts }: SchemaMeaning): boolean {
  const isCounted = assertions.has('minProperties') || assertions.has('maxProperties');
  return !isCounted && parts.every(({ label }) => /^(?:\. |items? )/.test(label));
}

/** True for one more property of an open object, or one more child of an open hierarchy. */
function isOneMore(label: string, meaning: SchemaMeaning): boolean {
  const [property] = childOf(label) ?? [];
  if (property === undefined) return label.startsWith('. ') && isOpen(meaning);
  return meaning.parts.some((part) => part.label === childLabel(property));
}

/** The schema of a part, if it is a single one and values can be inserted there. */
function onlySchema({ label, schemas }: SchemaPart): SchemaAt | undefined {
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

/** Differing alternatives: paired across the versions, or in one of them only. */
function differingChoice(
  same: SchemaRelations,
  part: SchemaPart,
  other: SchemaPart,
): Choice | undefined {
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

/** Pairs of alternatives that may be equivalent except for a change, the likeliest first. */
function alikePairs(
  same: SchemaRelations,
  before: readonly SchemaAt[],
  after: readonly SchemaAt[],
): SchemaPair[] {
  const named = pairsOf(before, after).filter(
    ({ base, revision }) =>
      (isReference(base) || isReference(revision)) && schemaName(base) === schemaName(revision),
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

/** Maximum pairs of alternatives that are ranked, since ranking examines each. */
const MOST_RANKED = 400;

function isReference({ schema }: SchemaAt): boolean {
  return isJsonObject(schema) && '$ref' in schema;
}

/** The target of a reference, or the place of the schema itself. */
function schemaName({ schema, pointer }: SchemaAt): string {
  return isJsonObject(schema) && '$ref' in schema ? String(schema.$ref) : `#${pointer}`;
}
