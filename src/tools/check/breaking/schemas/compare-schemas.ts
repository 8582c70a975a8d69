import type { ValidationError } from 'openapi-trellis/tools';
import {
  admittedTypes,
  ALWAYS,
  asObject,
  type Direction,
  effective,
  getOrMake,
  isJsonObject,
  POSSIBLY,
  type SchemaAt,
} from '../../../document';
import type { VersionedSchema, Versions } from '../versions';
import {
  type DifferingPlace,
  differingPlaces,
  type Alternatives,
  type OwnDifference,
} from './differing-places';
import { isAlternative, liftedValues } from './lifted-values';
import type { Schemas } from '../../../schema';
import { describedParts, placePair, schemasAt, type Side } from './place-pairs';
import { type Relation, relationOf, SchemaRelations, TEXT } from './same-schemas';
import {
  candidates,
  isOfSeveral,
  keyOfWitness,
  type Compared,
  isWitness,
  ownCandidates,
  sharedCandidates,
  type Readings,
  type Trial,
  tryValues,
  type Witness,
} from './witness';

interface SchemaDifference {
  /** Values that only the base accepts. */
  readonly narrowed: readonly Witness[];
  /** Values that only the revision accepts. */
  readonly widened: readonly Witness[];
  /** Parts whose difference no value shows. */
  readonly unshown: readonly UnshownPlace[];
}

/** A part, by the pointers of its schemas. */
export interface UnshownPlace {
  readonly base: string;
  readonly revision: string;
  /** The relation of the revision to the base, if it is proved. */
  readonly relation: Relation;
  readonly keywords: readonly string[];
}

const NO_DIFFERENCE: SchemaDifference = { narrowed: [], widened: [], unshown: [] };

/** The difference of a part, from values of the part alone. */
interface PlaceDifference {
  readonly narrowed: Trial;
  readonly widened: Trial;
}

/** Compares schemas of two versions of a document, each pair once, wherever it is used. */
export class SchemaComparison {
  private readonly whole = new Map<string, Promise<SchemaDifference>>();
  private readonly places = new Map<string, Promise<PlaceDifference>>();
  private readonly relations: Readonly<Record<Direction, SchemaRelations>>;
  /** For values that travel as texts. */
  private readonly relationsOfTexts: Readonly<Record<Direction, SchemaRelations>>;
  /** Ignores property names that only one version describes. */
  private readonly relationsOtherwise: Readonly<Record<Direction, SchemaRelations>>;

  constructor(private readonly versions: Versions) {
    const relations = (
      options?: ConstructorParameters<typeof SchemaRelations>[2],
    ): Record<Direction, SchemaRelations> => ({
      request: new SchemaRelations(versions, 'request', options),
      response: new SchemaRelations(versions, 'response', options),
    });
    this.relations = relations();
    this.relationsOfTexts = relations({ areTexts: true });
    this.relationsOtherwise = relations({ ignoresNames: true });
  }

  /**
   * @param base JSON Pointer of the schema in the base
   * @param revision JSON Pointer of the schema in the revision
   * @param readings given if values travel as texts
   */
  compare(
    base: string,
    revision: string,
    direction: Direction,
    readings?: Readings,
  ): Promise<SchemaDifference> {
    const [one, other] = [this.schemaAt('base', base), this.schemaAt('revision', revision)];
    const key = [one.pointer, other.pointer, direction, readings === undefined].join(' ');
    return getOrMake(this.whole, key, () => this.difference(one, other, direction, readings));
  }

  areSame(base: string, revision: string, direction: Direction): boolean {
    const [was, is] = [this.schemaAt('base', base), this.schemaAt('revision', revision)];
    return this.relations[this.wayOf(was.pointer, is.pointer, direction)].areSame(was, is);
  }

  /** True if the schema is proved to accept every value. */
  takesAll(side: Side, pointer: string, direction: Direction): boolean {
    return this.relations[direction].takesAll(side, this.schemaAt(side, pointer));
  }

  /** True if there is no schema, or it is proved to accept every text. */
  takesTexts(side: Side, pointer: string, direction: Direction): boolean {
    const at = this.schemaAt(side, pointer);
    return at.schema === undefined || this.relations[direction].takesAll(side, at, TEXT);
  }

  /** The schema itself, or the target of a schema that is only a reference. */
  private schemaAt(side: Side, pointer: string): SchemaAt {
    const { resolver } = this.versions[side].loaded;
    return effective(resolver, resolver.at(pointer));
  }

  private async difference(
    base: SchemaAt,
    revision: SchemaAt,
    direction: Direction,
    readings: Readings | undefined,
  ): Promise<SchemaDifference> {
    const relations = readings === undefined ? this.relations : this.relationsOfTexts;
    const same = relations[this.wayOf(base.pointer, revision.pointer, direction)];
    const places = differingPlaces(this.versions, same, base, revision);
    if (places.length === 0) return NO_DIFFERENCE;
    const whole = this.compared(base.pointer, revision.pointer, direction, readings);
    // The meanings of a text are known for whole values only.
    if (readings !== undefined) {
      return this.shown(whole, direction, await this.placeDifference(whole), false);
    }
    const done = new Set<string>();
    const found: SchemaDifference[] = [];
    for (const place of places) found.push(await this.inWhole(place, whole, direction, done));
    return {
      narrowed: firstPerKeyword(found.flatMap(({ narrowed }) => narrowed)),
      widened: firstPerKeyword(found.flatMap(({ widened }) => widened)),
      unshown: found.flatMap(({ unshown }) => unshown),
    };
  }

  /**
   * The difference of a part, shown by whole values. If no whole value shows it, such as when another
   * alternative accepts it, the difference is that of a larger part.
   * @param done larger parts that are already compared
   */
  private async inWhole(
    place: DifferingPlace,
    whole: Compared,
    direction: Direction,
    done: Set<string>,
  ): Promise<SchemaDifference> {
    const { own, steps, overlap } = place;
    const part = this.compared(place.base, place.revision, direction);
    const found = await this.placeDifference(part, own, overlap);
    if (overlap !== undefined) {
      const [narrowed, widened] = [found.narrowed, found.widened].map(({ witnesses }) =>
        witnesses.filter(isOfSeveral),
      );
      return {
        narrowed: (await lifted(narrowed ?? [], place, whole, 'base')).witnesses,
        widened: (await lifted(widened ?? [], place, whole, 'revision')).witnesses,
        unshown: [],
      };
    }
    const isFound = found.narrowed.witnesses.length + found.widened.witnesses.length > 0;
    if (own !== undefined && !isFound) {
      const all = { steps, base: place.base, revision: place.revision };
      return this.inWhole(all, whole, direction, done);
    }
    const difference = this.shown(part, direction, found, steps.length > 0 || own !== undefined);
    if (steps.length === 0) return difference;
    const narrowed = await lifted(difference.narrowed, place, whole, 'base');
    const widened = await lifted(difference.widened, place, whole, 'revision');
    const [breaking, other] = direction === 'request' ? [narrowed, widened] : [widened, narrowed];
    // A change that breaks nobody needs no value if the part has another difference with one.
    if (breaking.isWhole && (other.isWhole || breaking.witnesses.length > 0)) {
      return { ...difference, narrowed: narrowed.witnesses, widened: widened.witnesses };
    }
    const larger = largerPlace(place);
    const key = `${larger.base} ${larger.revision}`;
    if (done.has(key)) return NO_DIFFERENCE;
    done.add(key);
    return this.inWhole(larger, whole, direction, done);
  }

  /**
   * The witnesses of a difference, or else none but of names.
   * @param isPart differences without a value may be dropped
   */
  private shown(
    { base, revision }: Compared,
    direction: Direction,
    { narrowed, widened }: PlaceDifference,
    isPart: boolean,
  ): SchemaDifference {
    const sender = direction === 'request' ? narrowed : widened;
    const hasWitness = narrowed.witnesses.length + widened.witnesses.length > 0;
    const isShown = hasWitness && (isPart || sender.hasValues);
    return {
      narrowed: narrowed.witnesses,
      widened: widened.witnesses,
      unshown: isShown ? [] : this.unshown(base.pointer, revision.pointer, direction),
    };
  }

  private unshown(base: string, revision: string, direction: Direction): UnshownPlace[] {
    const [was, is] = [this.schemaAt('base', base), this.schemaAt('revision', revision)];
    const relations = this.relationsOtherwise[this.wayOf(was.pointer, is.pointer, direction)];
    const relation = relationOf(relations, was, is);
    if (relation === 'same') return [];
    return [{ base, revision, relation, keywords: relations.differingKeywords(was, is) }];
  }

  /** Most schemas mean the same in both directions, and are compared as those of requests. */
  private wayOf(base: string, revision: string, direction: Direction): Direction {
    const { versions } = this;
    const isDirectional =
      versions.base.loaded.isDirectional(base) || versions.revision.loaded.isDirectional(revision);
    return isDirectional ? direction : 'request';
  }

  private compared(
    base: string,
    revision: string,
    given: Direction,
    readings?: Readings,
  ): Compared {
    const { versions } = this;
    // The meanings of a text depend on the message.
    const direction = readings ? given : this.wayOf(base, revision, given);
    return {
      base: { version: versions.base, pointer: base },
      revision: { version: versions.revision, pointer: revision },
      ...{ direction, readings },
    };
  }

  /** @param own differences to which the values are limited */
  private placeDifference(
    compared: Compared,
    own?: OwnDifference,
    overlap?: Alternatives,
  ): Promise<PlaceDifference> {
    const { base, revision, direction, readings } = compared;
    const kind = [readings, own, overlap].map((each) => each === undefined);
    const key = [base.pointer, revision.pointer, direction, ...kind].join(' ');
    return getOrMake(this.places, key, () => {
      if (overlap !== undefined) return this.tried(compared, sharedCandidates(compared, overlap));
      const values = own === undefined ? candidates(compared) : ownCandidates(compared, own);
      return this.tried(compared, values);
    });
  }

  private async tried(compared: Compared, values: readonly unknown[]): Promise<PlaceDifference> {
    const { base, revision } = compared;
    const pair = placePair(this.versions, base.pointer, revision.pointer, POSSIBLY);
    const sent = (side: Side): readonly unknown[] =>
      compared.readings ? values.filter((each) => isReadFromText(each, compared[side])) : values;
    const narrowed = await tryValues(sent('base'), compared, 'base', pair);
    const widened = await tryValues(sent('revision'), compared, 'revision', pair);
    return { narrowed, widened };
  }
}

/** False for a value other than a text whose schema has no types, because the text is then read as a string. */
function isReadFromText(value: unknown, { version, pointer }: VersionedSchema): boolean {
  const { resolver } = version.loaded;
  const isRead = (each: unknown, schemas: Schemas): boolean =>
    typeof each === 'string' ||
    schemas.some((at) => admittedTypes(resolver, at.pointer) !== undefined);
  const whole = [resolver.at(pointer)];
  const parts = describedParts(resolver, whole, ALWAYS);
  if (!isRead(value, whole)) return false;
  if (Array.isArray(value))
    return value.every((item, index) => isRead(item, schemasAt(parts, index)));
  return (
    !isJsonObject(value) ||
    Object.entries(value).every(([name, each]) => isRead(each, schemasAt(parts, name)))
  );
}

function firstPerKeyword(witnesses: readonly Witness[]): Witness[] {
  const byKeyword = witnesses.map((each) => [keyOfWitness(each), each] as const);
  return [...new Map(byKeyword.toReversed()).values()].reverse();
}

/** The closest part that has this one in one of its alternatives, or else the whole. */
function largerPlace({ steps }: DifferingPlace): DifferingPlace {
  const last = steps.findLastIndex(({ label }) => isAlternative(label));
  const kept = steps.slice(0, Math.max(last, 0));
  const { base = '', revision = '' } = steps[kept.length] ?? {};
  return { steps: kept, base, revision };
}

interface Lifted {
  readonly witnesses: readonly Witness[];
  /** False if one of them has no whole value. */
  readonly isWhole: boolean;
}

async function lifted(
  witnesses: readonly Witness[],
  place: DifferingPlace,
  whole: Compared,
  side: Side,
): Promise<Lifted> {
  const found = await Promise.all(witnesses.map((each) => liftedWitness(each, place, whole, side)));
  const kept = found.filter((each) => each !== undefined);
  return { witnesses: kept, isWhole: kept.length === found.length };
}

async function liftedWitness(
  witness: Witness,
  place: DifferingPlace,
  whole: Compared,
  side: Side,
): Promise<Witness | undefined> {
  const { version } = whole[side];
  const { value, error } = witness;
  for (const each of liftedValues(value, place, side, version, whole.direction)) {
    if (!(await isWitness(each.value, whole, side))) continue;
    return { ...witness, value: each.value, error: placedIn(each.instance, error) };
  }
  return undefined;
}

/** An error of a part, as an error of the whole, including the nested error of an alternative. */
function placedIn(instance: string, error: ValidationError): ValidationError {
  const { only } = asObject(error.params.fault) as { readonly only?: ValidationError };
  const fault = only && { fault: { only: placedIn(instance, only) } };
  const instancePath = instance + error.instancePath;
  return { ...error, instancePath, params: { ...error.params, ...fault } };
}
