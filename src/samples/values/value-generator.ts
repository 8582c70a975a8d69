import type { Validate, ValidationError } from '../../contract';
import { isPlace, type SchemaAt } from '../../document/model/schema-at';
import type { Resolver } from '../../document/model/resolve';
import type { Direction } from '../../document/schemas/direction';
import { KnownSchemas } from './object-shape';
import { makeValue } from './make-value';
import type { Budget, Generation, Meaning, Part, Plan } from './generation';
import { isSynthetic } from './schemas';
import { RecordedChoices, type ChoiceSource } from './choice-source';
import { Random } from '../../cli/random';
import { Recursion } from './recursion';
import { errorOfValue } from './value-error';

/** The schemas of a document and their validators. */
export interface ValueSchemas {
  /** Of the document with plain references only (plain-schemas.ts). */
  readonly resolver: Resolver;
  /** @throws DocumentError when the schema at the pointer cannot be compiled */
  validatorAt(pointer: string, direction: Direction): Validate;
}

/** A value for a schema, and whether the schema takes it. */
export interface GeneratedValue {
  /** As JSON has it; integers beyond 2^53 are bigints. */
  readonly value: unknown;
  /** Why the schema does not take it; absent when it is valid. */
  readonly error?: ValidationError;
}

/** The document's own examples first, then a full value, then ever smaller and more random ones. */
const READABLE: readonly Plan[] = [
  { examples: true, careful: false, optional: 'all', vary: false, readable: true },
  { examples: true, careful: true, optional: 'all', vary: false, readable: true },
  { examples: false, careful: false, optional: 'all', vary: false, readable: true },
  { examples: true, careful: true, optional: 'none', vary: false, readable: true },
];
const RANDOM: readonly Plan[] = [
  { examples: false, careful: false, optional: 'some', vary: true, readable: true },
  { examples: false, careful: true, optional: 'some', vary: true, readable: true },
  { examples: false, careful: true, optional: 'none', vary: true, readable: true },
  { examples: false, careful: true, optional: 'some', vary: true, readable: true },
  { examples: false, careful: true, optional: 'none', vary: true, readable: true },
];

/** At random, without what may be left out. */
const LEAST_RANDOM: Plan = {
  examples: false,
  careful: true,
  optional: 'none',
  vary: true,
  readable: true,
};

/** At random, with all that may be there. */
const WHOLE_RANDOM: Plan = {
  examples: false,
  careful: false,
  optional: 'all',
  vary: true,
  readable: true,
};

/** Of a value whose parts mean something, as many as say it. */
const MEANT: Plan = {
  examples: false,
  careful: false,
  optional: 'all',
  vary: false,
  readable: true,
};

/** For schemas that say what they want only by what they do not want. */
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

/** Values and parts of one value, beyond which nothing is added that need not be there. */
const MAX_NODES = 400;
const MAX_TRIES = 200;
/** Values beyond those that must be there, in all tries for one value. */
const MAX_FORCED = 20_000;
/** The same where the values of a schema never end, as far as can be seen. */
const MAX_ENDLESS = 2_000;

/** Makes values that schemas of a document take; the same ones for the same seed. */
export class ValueGenerator {
  private readonly recursion: Recursion;
  private readonly known: Readonly<Record<Direction, KnownSchemas>>;
  private readonly validators: Readonly<Record<Direction, Map<string, Validate>>> = {
    request: new Map(),
    response: new Map(),
  };

  constructor(
    private readonly loaded: ValueSchemas,
    private readonly seed: string | number,
  ) {
    const { resolver } = loaded;
    const recursion = new Recursion(resolver);
    this.recursion = recursion;
    this.known = {
      request: new KnownSchemas({ resolver, recursion, direction: 'request' }),
      response: new KnownSchemas({ resolver, recursion, direction: 'response' }),
    };
  }

  /**
   * A value for the schema at a pointer: from its examples, else made.
   *
   * @param options.examples false leaves the document's own examples out
   * @param options.vary chooses at random where several values are right, by this text
   * @param options.optional with `vary`: how much of what may be left out is there, where that is valid;
   * some of it by default
   */
  make(pointer: string, direction: Direction, options: MakeOptions = {}): GeneratedValue {
    const place = this.loaded.resolver.at(pointer);
    const plans = plansFor(options);
    const usable = plans.filter(({ examples }) => !examples || options.examples !== false);
    let first: GeneratedValue | undefined;
    const budget = this.newBudget(place);
    for (const [index, plan] of usable.entries()) {
      if (budget.forced < 0) break;
      Object.assign(budget, { nodes: MAX_NODES, tries: MAX_TRIES });
      const seed = `${this.seed} ${options.vary ?? ''} ${index} ${pointer}`;
      const value = this.makeBy(
        place,
        direction,
        plan,
        new RecordedChoices(new Random(seed)),
        budget,
      );
      if (value === undefined) continue;
      const error = this.errorOf(pointer, direction, value);
      if (error === undefined) return { value };
      first ??= { value, error };
    }
    const simple = SIMPLE_VALUES.find((value) => !this.errorOf(pointer, direction, value));
    return simple !== undefined
      ? { value: simple }
      : (first ?? { value: null, error: NOTHING_FITS });
  }

  /** Why the schema at a pointer does not take a value; undefined when it does. */
  errorOf(pointer: string, direction: Direction, value: unknown): ValidationError | undefined {
    return errorOfValue(this.validatorAt(pointer, direction), value);
  }

  private validatorAt(pointer: string, direction: Direction): Validate {
    const known = this.validators[direction];
    let validate = known.get(pointer);
    if (validate === undefined) {
      validate = this.loaded.validatorAt(pointer, direction);
      known.set(pointer, validate);
    }
    return validate;
  }

  /**
   * A value in which the parts are what they mean to the caller; it may be wrong, and undefined when none was
   * found.
   *
   * @param fits true when a value with such parts is valid by a schema
   */
  makeMeant(
    pointer: string,
    direction: Direction,
    meaning: Meaning,
    fits: (at: SchemaAt, value: unknown) => boolean,
  ): unknown {
    const place = this.loaded.resolver.at(pointer);
    const choices = new RecordedChoices(new Random(`${this.seed} ${pointer}`));
    const shared = this.shared(direction, choices, meaning, fits, this.newBudget(place));
    return new PartGeneration(shared, MEANT, WHOLE).make([place], 0);
  }

  /** A value by the choices; it may be wrong, and undefined when none was found. */
  makeBy(
    place: SchemaAt,
    direction: Direction,
    plan: Plan,
    choices: ChoiceSource,
    budget = this.newBudget(place),
  ): unknown {
    const fits = (at: SchemaAt, value: unknown): boolean =>
      this.errorOf(at.pointer, direction, value) === undefined;
    const shared = this.shared(direction, choices, undefined, fits, budget);
    return new PartGeneration(shared, plan, WHOLE).make([place], 0);
  }

  private newBudget(place: SchemaAt): Budget {
    return { nodes: MAX_NODES, tries: MAX_TRIES, forced: this.mostForced(place) };
  }

  private mostForced(place: SchemaAt): number {
    return Number.isFinite(this.recursion.height(place)) ? MAX_FORCED : MAX_ENDLESS;
  }

  private shared(
    direction: Direction,
    choices: ChoiceSource,
    meaning: Meaning | undefined,
    fits: (at: SchemaAt, value: unknown) => boolean,
    budget: Budget,
  ): Shared {
    return {
      resolver: this.loaded.resolver,
      direction,
      recursion: this.recursion,
      known: this.known[direction],
      choices,
      budget,
      meaning,
      fits: (at, value) =>
        isSynthetic(at) || !isPlace(at) ? at.schema !== false : fits(at, value),
    };
  }
}

interface MakeOptions {
  readonly examples?: boolean;
  readonly vary?: string;
  readonly optional?: 'all' | 'none';
}

function plansFor({ vary, optional }: MakeOptions): readonly Plan[] {
  if (vary === undefined) return [...READABLE, ...RANDOM];
  if (optional === undefined) return RANDOM;
  return [optional === 'all' ? WHOLE_RANDOM : LEAST_RANDOM, ...RANDOM];
}

type Shared = Omit<Generation, 'plan' | 'make' | 'varied' | 'part' | 'at'>;

const WHOLE: Part = { name: '', path: [], siblings: [], required: true };

/** A class, since one is made for each value. */
class PartGeneration implements Generation {
  readonly resolver: Resolver;
  readonly direction: Direction;
  readonly recursion: Recursion;
  readonly known: KnownSchemas;
  readonly choices: ChoiceSource;
  readonly budget: Budget;
  readonly meaning: Meaning | undefined;

  constructor(
    private readonly shared: Shared,
    readonly plan: Plan,
    readonly part: Part,
  ) {
    this.resolver = shared.resolver;
    this.direction = shared.direction;
    this.recursion = shared.recursion;
    this.known = shared.known;
    this.choices = shared.choices;
    this.budget = shared.budget;
    this.meaning = shared.meaning;
  }

  at(part: Part): Generation {
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

/** Stands for a schema for which no value was found at all. */
const NOTHING_FITS: ValidationError = { instancePath: '', keyword: 'false schema', params: {} };
