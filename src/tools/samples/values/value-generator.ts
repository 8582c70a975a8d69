import type { Validate, ValidationError } from 'openapi-trellis/tools';
import {
  getOrMake,
  isPlace,
  type JsonObject,
  type SchemaAt,
  type Resolver,
  type Direction,
  withoutUnlisted,
} from '../../document';
import { Random } from '../../cli';
import { errorOfValue, hasUnlisted } from '../../schema';
import { KnownSchemas } from './object-shape';
import { makeValue } from './make-value';
import type { Budget, Generation, ValueSource, PartPosition, Plan } from './generation';
import { isSynthetic, made } from './schemas';
import { Choices } from './choices';
import { Recursion } from './recursion';

export interface ValueSchemas {
  /** Of the document with plain references only. */
  readonly resolver: Resolver;
  /** @throws DocumentError when the schema at the pointer cannot be compiled */
  validatorAt(pointer: string, direction: Direction): Validate;
  /**
   * Judges parts of values instead of the validators, if compiling one for each takes too long.
   *
   * @returns undefined when it cannot decide
   */
  takes?(pointer: string, direction: Direction, value: unknown): boolean | undefined;
}

/** A value for a schema, and its error if it is not valid. */
export interface GeneratedValue {
  /** JSON value; integers beyond 2^53 are bigints. */
  readonly value: unknown;
  /** The reason why the schema rejects it; absent when it is valid. */
  readonly error?: ValidationError;
}

/** For a value with a meaning: as many parts as express it. */
const MEANT: Plan = {
  examples: false,
  careful: false,
  optional: 'all',
  vary: false,
  readable: true,
};
const EXAMPLES: Plan = { ...MEANT, examples: true };
/** The document's examples first, then complete values, then smaller and more random ones. */
const READABLE: readonly Plan[] = [
  EXAMPLES,
  { ...EXAMPLES, careful: true },
  MEANT,
  { ...EXAMPLES, careful: true, optional: 'none' },
];
/** Random, with all optional parts. */
const WHOLE_RANDOM: Plan = { ...MEANT, vary: true };
const SOME_RANDOM: Plan = { ...WHOLE_RANDOM, optional: 'some' };
const CAREFUL: Plan = { ...SOME_RANDOM, careful: true };
/** Random, without optional parts. */
const LEAST_RANDOM: Plan = { ...CAREFUL, optional: 'none' };
const RANDOM: readonly Plan[] = [SOME_RANDOM, CAREFUL, LEAST_RANDOM, CAREFUL, LEAST_RANDOM];

/** For schemas that are described only by what they exclude. */
export const SIMPLE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  1.5,
  'text',
  '',
  [],
  {},
  [1],
  { x: 1 },
];

/** Values and retries after which no optional parts are added. */
const MAX_NODES = 400;
const MAX_TRIES = 200;
/** Required values beyond the above, in all attempts for one value. */
const MAX_FORCED = 20_000;
/** The same for a schema whose values seem endless. */
const MAX_ENDLESS = 2_000;

/** The last plan: allows values of a base that belong to no child. */
const UNLISTED: Plan = { ...LEAST_RANDOM, unlisted: true };

/** The schemas of a document, with cached facts about them. */
interface Source {
  readonly resolver: Resolver;
  readonly recursion: Recursion;
  readonly known: Readonly<Record<Direction, KnownSchemas>>;
}

function sourceOf(resolver: Resolver): Source {
  const recursion = new Recursion(resolver);
  const known = (direction: Direction): KnownSchemas =>
    new KnownSchemas({ resolver, recursion, direction });
  return { resolver, recursion, known: { request: known('request'), response: known('response') } };
}

/** Generates values that schemas of a document accept, the same ones for the same seed. */
export class ValueGenerator {
  private readonly all: Source;
  /** The same without values of a base that belong to no child. */
  private readonly listed: Source;
  private readonly validators: Readonly<Record<Direction, Map<string, Validate>>> = {
    request: new Map(),
    response: new Map(),
  };

  constructor(
    private readonly loaded: ValueSchemas,
    private readonly seed: string | number,
  ) {
    const { resolver } = loaded;
    const listed = withoutUnlisted(resolver);
    this.all = sourceOf(resolver);
    this.listed = listed === resolver ? this.all : sourceOf(listed);
  }

  /**
   * A value for the schema at a pointer: from its examples, or generated.
   *
   * @param options.examples false ignores the document's examples
   * @param options.vary seeds random choices where several values are valid
   * @param options.optional with `vary`: the optional parts to include, where that is valid; some by default
   * @param options.also a schema that the value is made by too; examples of the document need not be valid by it
   */
  make(pointer: string, direction: Direction, options: MakeOptions = {}): GeneratedValue {
    const plans = [...plansFor(options), ...(this.all === this.listed ? [] : [UNLISTED])];
    const usable = plans.filter(({ examples }) => !examples || options.examples !== false);
    let first: GeneratedValue | undefined;
    let budget = this.newBudget(pointer);
    for (const [index, plan] of usable.entries()) {
      if (plan === UNLISTED) budget = this.newBudget(pointer, plan);
      if (budget.forced < 0) continue;
      Object.assign(budget, { nodes: MAX_NODES, tries: MAX_TRIES });
      const seed = `${this.seed} ${options.vary ?? ''} ${index} ${pointer}`;
      const value = this.makeBy(
        pointer,
        direction,
        options.also ? { ...plan, also: options.also } : plan,
        new Choices(new Random(seed)),
        budget,
      );
      if (value === undefined) continue;
      const error = this.errorOf(pointer, direction, value);
      if (error !== undefined) first ??= { value, error };
      else if (this.isListed(pointer, direction, plan, value)) return { value };
    }
    const others = options.also ? [] : SIMPLE_VALUES;
    const simple = others.find((value) => this.takes(pointer, direction, value));
    return simple !== undefined
      ? { value: simple }
      : (first ?? { value: null, error: NOTHING_FITS });
  }

  /** The reason why the schema at a pointer rejects a value; undefined when it accepts it. */
  errorOf(pointer: string, direction: Direction, value: unknown): ValidationError | undefined {
    return errorOfValue(this.validatorAt(pointer, direction), value);
  }

  takes(pointer: string, direction: Direction, value: unknown): boolean {
    return this.errorOf(pointer, direction, value) === undefined;
  }

  /** True for a valid value that belongs to a child of each base, where the plan requires one. */
  suits(pointer: string, direction: Direction, plan: Plan, value: unknown): boolean {
    const isValid =
      this.loaded.takes?.(pointer, direction, value) ?? this.takes(pointer, direction, value);
    return isValid && this.isListed(pointer, direction, plan, value);
  }

  /** Only examples need the check: other values are of a base alone only where the plan allows it. */
  private isListed(pointer: string, direction: Direction, plan: Plan, value: unknown): boolean {
    return !plan.examples || !hasUnlisted(this.all.resolver, pointer, direction, value);
  }

  private validatorAt(pointer: string, direction: Direction): Validate {
    return getOrMake(this.validators[direction], pointer, () =>
      this.loaded.validatorAt(pointer, direction),
    );
  }

  /**
   * A value in which parts have a meaning to the caller. It may be invalid, and undefined when none was found.
   *
   * @param fits true when a value with such parts is valid by a schema
   */
  makeMeant(
    pointer: string,
    direction: Direction,
    meaning: ValueSource,
    fits: (at: SchemaAt, value: unknown) => boolean,
  ): unknown {
    const choices = new Choices(new Random(`${this.seed} ${pointer}`));
    const given = { choices, meaning, budget: this.newBudget(pointer), fits };
    return this.generated(pointer, direction, MEANT, given);
  }

  /** A value by the choices. It may be invalid, and undefined when none was found. */
  makeBy(
    pointer: string,
    direction: Direction,
    plan: Plan,
    choices: Choices,
    budget = this.newBudget(pointer, plan),
  ): unknown {
    const fits = (at: SchemaAt, value: unknown): boolean =>
      this.suits(at.pointer, direction, plan, value);
    return this.generated(pointer, direction, plan, { choices, meaning: undefined, budget, fits });
  }

  private generated(
    pointer: string,
    direction: Direction,
    plan: Plan,
    { fits, ...given }: Pick<Shared, 'choices' | 'meaning' | 'budget' | 'fits'>,
  ): unknown {
    const { resolver, recursion, known } = this.sourceBy(plan);
    const shared: Shared = {
      ...{ resolver, recursion, known: known[direction], direction, ...given },
      fits: (at, value) =>
        isSynthetic(at) || !isPlace(at) ? at.schema !== false : fits(at, value),
    };
    const places = [resolver.at(pointer), ...(plan.also ? [made(plan.also)] : [])];
    return new PartGeneration(shared, plan, WHOLE).make(places, 0);
  }

  private sourceBy(plan?: Plan): Source {
    return plan?.unlisted === true ? this.all : this.listed;
  }

  private newBudget(pointer: string, plan?: Plan): Budget {
    const { recursion, resolver } = this.sourceBy(plan);
    const ends = Number.isFinite(recursion.height(resolver.at(pointer)));
    return { nodes: MAX_NODES, tries: MAX_TRIES, forced: ends ? MAX_FORCED : MAX_ENDLESS };
  }
}

export interface MakeOptions {
  readonly examples?: boolean;
  readonly vary?: string;
  readonly optional?: 'all' | 'none';
  readonly also?: JsonObject;
}

function plansFor({ vary, optional }: MakeOptions): readonly Plan[] {
  if (vary === undefined) return [...READABLE, ...RANDOM];
  if (optional === undefined) return RANDOM;
  return [optional === 'all' ? WHOLE_RANDOM : LEAST_RANDOM, ...RANDOM];
}

type Shared = Omit<Generation, 'plan' | 'make' | 'varied' | 'part' | 'at'>;

const WHOLE: PartPosition = { name: '', path: [], siblings: [], required: true };

/** A class for speed, since one is created for each value. */
class PartGeneration implements Generation {
  readonly resolver: Resolver;
  readonly direction: Direction;
  readonly recursion: Recursion;
  readonly known: KnownSchemas;
  readonly choices: Choices;
  readonly budget: Budget;
  readonly meaning: ValueSource | undefined;

  constructor(
    private readonly shared: Shared,
    readonly plan: Plan,
    readonly part: PartPosition,
  ) {
    this.resolver = shared.resolver;
    this.direction = shared.direction;
    this.recursion = shared.recursion;
    this.known = shared.known;
    this.choices = shared.choices;
    this.budget = shared.budget;
    this.meaning = shared.meaning;
  }

  at(part: PartPosition): Generation {
    return new PartGeneration(this.shared, this.plan, part);
  }

  fits(place: SchemaAt, value: unknown): boolean {
    return this.shared.fits(place, value);
  }

  make(places: readonly SchemaAt[], depth: number): unknown {
    return makeValue(this, places, depth);
  }

  varied(): Generation {
    if (this.plan.vary && !this.plan.examples) return this;
    return new PartGeneration(
      this.shared,
      { ...this.plan, examples: false, vary: true },
      this.part,
    );
  }
}

/** The error of a schema for which no value was found. */
const NOTHING_FITS: ValidationError = { instancePath: '', keyword: 'false schema', params: {} };
