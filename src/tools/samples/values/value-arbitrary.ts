import type * as FastCheck from 'fast-check';
import { MAX_SEED, Random } from '../../cli';
import type { Direction } from '../../document';
import { isSimpler, Choices, SIMPLEST, type ChoiceTree, simplerChoices } from './choices';
import { fastCheck } from './match-pattern';
import type { Plan } from './generation';
import { SIMPLE_VALUES, ValueGenerator, type ValueSchemas } from './value-generator';

/** Thrown when no value was found that the schema accepts; there may be none. */
export class NoValueError extends Error {
  /** @param pointer of the schema in the document */
  constructor(readonly pointer: string) {
    super(`no value was found that the schema at "${pointer}" takes; add an example to the schema`);
    this.name = 'NoValueError';
  }
}

/**
 * Values of all kinds that a schema accepts: at its bounds, with and without optional parts, with unusual strings and
 * numbers. Integers beyond 2^53 are bigints. Values that fast-check shrinks them to are valid too.
 *
 * @param pointer JSON Pointer of the schema in the document
 * @returns an arbitrary whose `generate` throws NoValueError when it finds no value in a bounded number of tries
 * @see https://fast-check.dev/docs/core-blocks/arbitraries/
 */
export function valueArbitrary(
  schemas: ValueSchemas,
  pointer: string,
  direction: Direction,
): FastCheck.Arbitrary<unknown> {
  arbitraryClass ??= createClass();
  return new arbitraryClass(new ValueSource(schemas, pointer, direction));
}

/** Any values first; then validated parts, then only required parts, then the document's examples. */
const ANY: Plan = {
  examples: false,
  careful: false,
  optional: 'some',
  vary: true,
  readable: false,
};
const CAREFUL: Plan = { ...ANY, careful: true };
const LITTLE: Plan = { ...CAREFUL, optional: 'none' };
const GIVEN: Plan = { ...CAREFUL, examples: true, optional: 'all', vary: false, readable: true };
const PLANS: readonly Plan[] = [ANY, CAREFUL, CAREFUL, LITTLE, CAREFUL, LITTLE, GIVEN];
const UNLISTED: Plan = { ...LITTLE, unlisted: true };

/** A value and the choices that made it. */
interface ChosenValue {
  readonly value: unknown;
  readonly plan: Plan;
  readonly choices: ChoiceTree;
  /** The index of the first simpler choice worth trying; earlier ones failed. */
  readonly from: number;
}

class ValueSource {
  private readonly maker: ValueGenerator;

  constructor(
    schemas: ValueSchemas,
    private readonly pointer: string,
    private readonly direction: Direction,
  ) {
    this.maker = new ValueGenerator(schemas, '');
  }

  /** @throws NoValueError */
  generate(seed: number): ChosenValue {
    const random = new Random(String(seed));
    for (const plan of [...PLANS, UNLISTED]) {
      const found = this.attempt(plan, random, 0);
      if (found !== undefined) return found;
    }
    const simple = SIMPLE_VALUES.filter((value) => this.takes(value));
    if (simple.length === 0) throw new NoValueError(this.pointer);
    return { value: random.pick(simple), plan: ANY, choices: SIMPLEST, from: 0 };
  }

  /** Values of simpler choices, made on demand. */
  *simpler({ plan, choices, from }: ChosenValue): Generator<ChosenValue> {
    for (const [index, simpler] of startingAt(from, () => simplerChoices(choices))) {
      const found = this.attempt(plan, simpler, index);
      if (found !== undefined && isSimpler(found.choices, choices)) yield found;
    }
  }

  private attempt(plan: Plan, source: Random | ChoiceTree, from: number): ChosenValue | undefined {
    const choices = new Choices(source);
    const value = this.maker.makeBy(this.pointer, this.direction, plan, choices);
    if (value === undefined) return undefined;
    if (!this.maker.suits(this.pointer, this.direction, plan, value)) return undefined;
    return { value, plan, choices: choices.tree, from };
  }

  private takes(value: unknown): boolean {
    return this.maker.takes(this.pointer, this.direction, value);
  }
}

/** Simpler choices tried for one value. */
const MAX_TRIES = 1000;

/** The items with their indexes; those before an index come last. */
function* startingAt<Item>(
  from: number,
  items: () => Iterable<Item>,
): Generator<readonly [index: number, item: Item]> {
  let index = 0;
  for (const item of items()) {
    if (index >= from + MAX_TRIES) return;
    if (index >= from) yield [index, item];
    index++;
  }
  index = 0;
  for (const item of items()) {
    if (index >= Math.min(from, MAX_TRIES)) return;
    yield [index++, item];
  }
}

type ArbitraryClass = new (source: ValueSource) => FastCheck.Arbitrary<unknown>;

let arbitraryClass: ArbitraryClass | undefined;

/** Created on first use, since it loads fast-check. */
function createClass(): ArbitraryClass {
  const { Arbitrary, Stream, Value } = fastCheck();
  return class ValueArbitrary extends Arbitrary<unknown> {
    constructor(private readonly source: ValueSource) {
      super();
    }

    override generate(mrng: FastCheck.Random): FastCheck.Value<unknown> {
      return valueOf(this.source.generate(mrng.nextInt(0, MAX_SEED)));
    }

    // eslint-disable-next-line @typescript-eslint/no-unused-vars -- a type guard names its parameter
    override canShrinkWithoutContext(_value: unknown): _value is unknown {
      return false;
    }

    override shrink(_value: unknown, context: unknown): FastCheck.Stream<FastCheck.Value<unknown>> {
      // A value that did not come from this arbitrary has no recorded choices.
      if (context === undefined) return Stream.nil();
      return new Stream(this.source.simpler(context as ChosenValue)).map(valueOf);
    }
  };

  function valueOf(chosen: ChosenValue): FastCheck.Value<unknown> {
    return new Value(chosen.value, chosen);
  }
}
