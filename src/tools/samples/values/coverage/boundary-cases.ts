import { canonicalText, memoize } from 'openapi-trellis/tools';
import {
  ALWAYS,
  BOUNDS,
  IN_PLACE,
  without,
  isJsonObject,
  mapEntries,
  mapItems,
  strings,
  childPointer,
  withValueAt,
  type ObjectSchemaAt,
  type SchemaAt,
  type Direction,
} from '../../../document';
import { ValueGenerator, type ValueSchemas } from '../value-generator';
import { ARRAY_CANDIDATES } from './array-candidates';
import { BRANCH_CANDIDATES } from './branch-candidates';
import { Requirements } from './requirements';
import { type Applied, Evaluation, isChosenBy, type Waiver } from '../../../schema';
import { NUMBER_CANDIDATES } from './number-candidates';
import { NAMED_CANDIDATES } from './named-candidates';
import { OBJECT_CANDIDATES } from './object-candidates';
import { type Candidate, type CandidateTable, type Location, MAX_TRIED } from './location';
import { STRING_CANDIDATES } from './string-candidates';
import { TYPE_CANDIDATES } from './type-candidates';

/** A value that demonstrates one keyword of a schema. */
export interface BoundaryCase {
  /** JSON value for the whole requested schema; integers beyond 2^53 are bigints. */
  readonly value: unknown;
  /** False when this keyword, and nothing else, rejects it. */
  readonly valid: boolean;
  readonly keyword: string;
  /** JSON Pointer of the keyword in the document with plain references. */
  readonly pointer: string;
  /** JSON Pointer of the part of the value at the boundary, or of the broken part. */
  readonly instance: string;
  /** For a reader: "one character more than maxLength (40)". */
  readonly description: string;
}

const CANDIDATES: CandidateTable = {
  ...TYPE_CANDIDATES,
  ...STRING_CANDIDATES,
  ...NUMBER_CANDIDATES,
  ...ARRAY_CANDIDATES,
  ...OBJECT_CANDIDATES,
  ...NAMED_CANDIDATES,
  ...BRANCH_CANDIDATES,
};

/** Random values to start with, to have most schemas apply somewhere. */
const VARIED = 2;

/**
 * Schema evaluations after which each keyword gets one value of each kind at most, and twice as many after which it
 * gets none.
 */
const ENOUGH_EFFORT = 200_000;

/** Schema evaluations traced for one value; each keeps all that chose it. */
const MOST_TRACED = 2_000;

/**
 * Generates, for each keyword that a schema leads to, valid values at its boundary and values that break only this
 * keyword. They are the same on each call: first one of each kind for all keywords, then further ones.
 *
 * The compiled validators and a keyword-by-keyword evaluation must agree on each. A keyword yields no value when no
 * value of the schema reaches it or when it cannot be broken alone.
 *
 * @param schemas the document's, such as a LoadedContract
 * @param pointer JSON Pointer of the schema in the document with plain references
 * @param effort is used up; at 0 there are no more values
 * @throws DocumentError when the schema cannot be compiled
 */
export function boundaryCases(
  schemas: ValueSchemas,
  pointer: string,
  direction: Direction,
  effort: Effort = { left: Infinity },
): Generator<BoundaryCase> {
  return new Coverage(schemas, pointer, direction, effort).values();
}

/** A budget of schema evaluations that several schemas share. */
export interface Effort {
  left: number;
}

/** A keyword in progress: the place where it was first met, and its remaining candidates. */
interface Work {
  readonly pointer: string;
  readonly keyword: string;
  readonly instance: string;
  /** The whole value in which it was met. */
  readonly whole: unknown;
  /** Number of schemas that apply to parts of it. */
  readonly size: number;
  readonly waiver: Waiver;
  readonly valid: Iterator<Candidate>;
  readonly broken: Iterator<Candidate>;
  /** Texts of the parts tried, each after the expected validity. */
  readonly tried: Set<string>;
}

/** A valid value, and the schemas that apply to its parts. */
interface Meeting {
  readonly whole: unknown;
  readonly applied: readonly Applied[];
}

/** Keeps what it finds out about schemas for all values. */
const makerFor = memoize((schemas: ValueSchemas) => new ValueGenerator(schemas, 'coverage'));

class Coverage {
  private readonly start: SchemaAt;
  private readonly evaluation: Evaluation;
  private readonly requirements: Requirements;
  private readonly maker: ValueGenerator;
  private readonly met = new Set<unknown>();
  private readonly works: Work[] = [];
  private validated = 0;

  constructor(
    private readonly schemas: ValueSchemas,
    private readonly pointer: string,
    private readonly direction: Direction,
    private readonly shared: Effort,
  ) {
    this.start = schemas.resolver.at(pointer);
    this.evaluation = new Evaluation(schemas.resolver, direction);
    this.requirements = new Requirements(schemas, direction);
    this.maker = makerFor(schemas);
  }

  *values(): Generator<BoundaryCase> {
    try {
      if (this.shared.left > 0) yield* this.rounds();
    } finally {
      this.shared.left -= this.effort;
    }
  }

  private *rounds(): Generator<BoundaryCase> {
    this.meet();
    for (let round = 0; round < MAX_TRIED; round++) {
      let found = false;
      // The list grows during the loop: valid values may reach further keywords.
      for (const work of this.works) {
        const enough = (round === 0 ? 2 : 1) * ENOUGH_EFFORT;
        if (this.effort > Math.min(enough, this.shared.left)) return;
        for (const valid of [true, false]) {
          const value = this.next(work, valid);
          if (value === undefined) continue;
          found = true;
          yield value;
        }
      }
      if (!found) return;
    }
  }

  /** The work so far; a compiled validator takes about as long as the evaluation. */
  private get effort(): number {
    return this.evaluation.steps + this.requirements.steps + this.validated;
  }

  private meet(): void {
    const varied = Array.from({ length: VARIED }, (_, index) => ({ vary: String(index) }));
    for (const each of [{}, ...varied]) {
      const { value, error } = this.maker.make(this.pointer, this.direction, each);
      if (error === undefined) this.add(value);
    }
  }

  /** Adds the keywords first met in a valid value. */
  private add(whole: unknown): void {
    const applied = this.evaluation.trace(this.start, whole, MOST_TRACED);
    for (const each of applied) {
      const { schema } = each.place;
      if (this.met.has(schema)) continue;
      this.met.add(schema);
      const keywords = Object.keys(schema).filter((keyword) => Object.hasOwn(CANDIDATES, keyword));
      if (keywords.length === 0) continue;
      const meeting = this.smaller(whole, applied, each) ?? { whole, applied };
      for (const keyword of keywords) this.works.push(this.work(each, keyword, meeting));
    }
  }

  /** Drops parts of the value that the schema does not need to apply; undefined when the rest is not valid. */
  private smaller(
    whole: unknown,
    applied: readonly Applied[],
    { place, instance }: Applied,
  ): Meeting | undefined {
    const value = onlyAround(whole, instance, applied);
    const remaining = this.evaluation.trace(this.start, value, MOST_TRACED);
    const isMet = remaining.some(
      (each) => each.place.schema === place.schema && each.instance === instance,
    );
    return isMet ? { whole: value, applied: remaining } : undefined;
  }

  private work(
    { place, instance, value }: Applied,
    keyword: string,
    { whole, applied }: Meeting,
  ): Work {
    const here = applied.filter((each) => each.instance === instance);
    const beside = here
      .filter((each) => !isChoice(keyword) || !isChosenBy(each, place))
      .map((each) => each.place);
    // A schema may apply more than once, for example by two references.
    const rest = beside.map((each) =>
      each.schema === place.schema ? { ...each, schema: without(each.schema, keyword) } : each,
    );
    const { requirements, evaluation } = this;
    const location: Location = {
      place,
      keyword,
      bound: place.schema[keyword],
      value,
      beside,
      meeting: (requirement) => requirements.meeting(beside, requirement),
      breaking: (requirement) => requirements.meeting(rest, requirement),
      valueOf: (at) =>
        at.pointer === ''
          ? requirements.meeting([], { allOf: [at.schema] })
          : requirements.valueAt(at.pointer),
      takes: (at, other) => evaluation.takes(at, other),
      isHidden: (name) => beside.some((each) => evaluation.hiddenOf(each).has(name)),
    };
    const { valid, broken } = CANDIDATES[keyword] ?? {};
    return {
      pointer: childPointer(place.pointer, keyword),
      keyword,
      instance,
      whole,
      size: applied.length,
      waiver: { instance, skip: skipOf(place, keyword) },
      valid: iteratorOf(valid?.(location)),
      broken: iteratorOf(broken?.(location)),
      tried: new Set(),
    };
  }

  /** The next value of a kind whose validity evaluation and validator confirm. */
  private next(work: Work, valid: boolean): BoundaryCase | undefined {
    const candidates = valid ? work.valid : work.broken;
    for (let next = candidates.next(); next.done !== true; next = candidates.next()) {
      const { value: part, description, at = '' } = next.value;
      if (part === undefined) continue;
      const text = `${valid} ${canonicalText(part)}`;
      if (work.tried.has(text)) continue;
      work.tried.add(text);
      const value = withValueAt(work.whole, work.instance, part);
      if (!this.isAsWanted(work, value, valid)) continue;
      if (valid && mayMeetMore(work.keyword, part)) this.add(value);
      const { pointer, keyword, instance } = work;
      return { value, valid, keyword, pointer, instance: instance + at, description };
    }
    return undefined;
  }

  private isAsWanted({ waiver, size }: Work, value: unknown, valid: boolean): boolean {
    if (this.evaluation.takes(this.start, value) !== valid) return false;
    if (!valid && !this.evaluation.takes(this.start, value, waiver)) return false;
    this.validated += size;
    return this.maker.takes(this.pointer, this.direction, value) === valid;
  }
}

/** Keywords whose schemas need not apply to other values of the same schema. */
const CHOICES: readonly string[] = IN_PLACE.slice(ALWAYS.length);

function isChoice(keyword: string): boolean {
  return CHOICES.includes(keyword);
}

/** True for a part to which further schemas may apply. */
function mayMeetMore(keyword: string, part: unknown): boolean {
  return isChoice(keyword) || keyword === 'enum' || (typeof part === 'object' && part !== null);
}

/** Keywords that break together with the key, whatever value breaks it. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  type: ['type', 'enum', 'const', 'format', 'multipleOf'],
  enum: ['enum', 'const'],
  const: ['enum', 'const'],
  discriminator: ['discriminator', 'oneOf', 'anyOf'],
};

/** Skips the keyword, also in other schemas where it has the same value. */
function skipOf(place: ObjectSchemaAt, keyword: string): Waiver['skip'] {
  const together = TOGETHER[keyword];
  if (together !== undefined) return (_, other) => together.includes(other);
  const bound = canonicalText(place.schema[keyword]);
  // A value far beyond a bound is beyond int32 too.
  const isBound = BOUNDS.some((each) => each === keyword);
  return ({ schema }, other) =>
    (isBound && other === 'format') ||
    (other === keyword && (schema === place.schema || canonicalText(schema[keyword]) === bound));
}

function iteratorOf(candidates: Iterable<Candidate> = []): Iterator<Candidate> {
  return candidates[Symbol.iterator]();
}

/**
 * Removes properties that no schema requires, except those leading to one part, which is unchanged. Other keywords may
 * make the result invalid.
 *
 * @param applied the schemas that apply to parts of the value
 */
function onlyAround(whole: unknown, instance: string, applied: readonly Applied[]): unknown {
  const required = new Map<string, Set<string>>();
  for (const { place, instance: at } of applied) {
    const names = strings(place.schema.required);
    if (names.length === 0) continue;
    required.set(at, new Set([...(required.get(at) ?? []), ...names]));
  }
  const reduced = (value: unknown, at: string): unknown => {
    if (at === instance) return value;
    if (Array.isArray(value)) {
      return mapItems(value, (item, index) => reduced(item, childPointer(at, index)));
    }
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(
      ([name]) => required.get(at)?.has(name) === true || leadsTo(childPointer(at, name), instance),
    );
    return mapEntries(Object.fromEntries(kept), (name, member) =>
      reduced(member, childPointer(at, name)),
    );
  };
  return reduced(whole, '');
}

function leadsTo(pointer: string, instance: string): boolean {
  return instance === pointer || instance.startsWith(`${pointer}/`);
}
