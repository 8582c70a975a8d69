import { isPlace, type SchemaAt, strings } from '../../../generate/index';
import type { SchemaRelation } from './same-schemas';
import type { Meaning, Part } from './schema-meaning';

/** What schemas of two versions differ in. */
export interface DifferingParts {
  /** Schemas of parts of a value, or alternatives, that both have. */
  readonly parts: readonly DifferingPart[];
  /** Properties that one of them demands. */
  readonly required: readonly string[];
  /** Pointers of alternatives that only one has. */
  readonly alternatives: { readonly base: readonly string[]; readonly revision: readonly string[] };
}

export interface DifferingPart {
  /** As schema-meaning.ts labels parts. */
  readonly label: string;
  readonly base: SchemaAt;
  readonly revision: SchemaAt;
}

/** @returns undefined where schemas differ in more than can be told apart */
export function differingParts(
  same: SchemaRelation,
  was: SchemaAt,
  is: SchemaAt,
): DifferingParts | undefined {
  const [mine, theirs] = same.meanings([was], [is]);
  if (mine === undefined || theirs === undefined) return undefined;
  const required = differingNames(mine, theirs);
  const [ones, others] = [byLabel(mine), byLabel(theirs)];
  if (required === undefined || ones === undefined || others === undefined) return undefined;
  const parts: DifferingPart[] = [];
  const alternatives = { base: [] as string[], revision: [] as string[] };
  for (const label of new Set([...ones.keys(), ...others.keys()])) {
    const [part, other] = [ones.get(label), others.get(label)];
    if (part === undefined || other === undefined) {
      // To an object that takes any name, a property that one version describes is one more.
      if (label.startsWith('. ') && isOpen(mine) && isOpen(theirs)) continue;
      return undefined;
    }
    const [one, two] = [onlySchema(part), onlySchema(other)];
    if (one !== undefined && two !== undefined) {
      parts.push({ label, base: one, revision: two });
    } else if (!same.holdsOfParts(part, other)) {
      const choice = differingChoice(same, part, other);
      if (choice === undefined) return undefined;
      const isSeparate = label === 'anyOf' || (isDiscriminated(was) && isDiscriminated(is));
      if (!isSeparate && choice.base.length + choice.revision.length > 0) return undefined;
      parts.push(...choice.parts);
      alternatives.base.push(...choice.base);
      alternatives.revision.push(...choice.revision);
    }
  }
  return { parts, required, alternatives };
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

/** The schema of a part that values can be put in, if it is one alone. */
function onlySchema({ label, schemas }: Part): SchemaAt | undefined {
  const [all, ...others] = schemas;
  const isEntered = /^(?:\. |item |items from |additionalProperties )/.test(label);
  return isEntered && others.length === 0 && all?.length === 1 ? all[0] : undefined;
}

/** Alternatives that are not the same: of the same place in both, or of one version only. */
function differingChoice(
  same: SchemaRelation,
  part: Part,
  other: Part,
): { parts: DifferingPart[]; base: string[]; revision: string[] } | undefined {
  if (part.isOrdered) return undefined;
  const [mine, theirs] = [part, other].map(({ schemas }) => schemas.flat());
  if (mine === undefined || theirs === undefined) return undefined;
  const after = [...theirs];
  const before = mine.filter((one) => {
    const index = after.findIndex((two) => same.holds([one], [two]));
    if (index >= 0) after.splice(index, 1);
    return index < 0;
  });
  const parts: DifferingPart[] = [];
  const base: string[] = [];
  for (const one of before) {
    const index = after.findIndex((two) => nameOf(two) === nameOf(one));
    const [two] = index < 0 ? [] : after.splice(index, 1);
    if (two === undefined) base.push(one.pointer);
    else parts.push({ label: part.label, base: one, revision: two });
  }
  return { parts, base, revision: after.map(({ pointer }) => pointer) };
}

/** What an alternative refers to, or else where it is among the others. */
function nameOf(at: SchemaAt): string {
  if (isPlace(at) && typeof at.schema.$ref === 'string') return at.schema.$ref;
  return at.pointer.slice(at.pointer.lastIndexOf('/'));
}

/** Of the alternatives of one schema, no more than one takes a value. */
function isDiscriminated(at: SchemaAt): boolean {
  return isPlace(at) && 'discriminator' in at.schema;
}
