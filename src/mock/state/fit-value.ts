import { pointerKeys, type ValidationError } from '../../contract';
import {
  ALWAYS,
  applicableSchemas,
  asObject,
  childPointer,
  isJsonObject,
  type JsonObject,
  listAt,
  type LoadedContract,
  valueAt,
  type ValueGenerator,
  withValueAt,
  without,
} from '../../generate/index';
import {
  isMarked,
  itemOf,
  mayBeNull,
  memberOf,
  membersOf,
  type Part,
  partAt,
} from '../../resources/index';
import { isArray } from './shape';

/** A value that a schema takes, made of one that is kept. */
interface FittedValue {
  readonly value: unknown;
  /** Places of the kept value that its schema does not take, and where something else stands. */
  readonly replaced: readonly string[];
}

/** Why a schema cannot be given a value. */
interface Unfit {
  readonly error: ValidationError;
}

interface Task {
  /** Of a schema of a response. */
  readonly pointer: string;
  readonly fixed: readonly string[];
  readonly budget: { left: number };
}

/** Faults that are repaired in one value, one after another. */
const MAX_REPAIRS = 60;

/** Schemas that one value is fitted to: alternatives have alternatives, and may lead to themselves. */
const MAX_FITS = 50;

/** Texts by which other samples of a schema are made, when the first does not help. */
const VARIATIONS = [undefined, 'second', 'third', 'fourth'];

/**
 * Makes of kept values what schemas of responses take. What a schema demands and the value lacks is taken from
 * a sample that is made for the schema; what it forbids is left out; what it does not take is replaced by what
 * the sample has.
 */
export class ValueFitter {
  private readonly samples = new Map<string, unknown>();

  constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueGenerator,
  ) {}

  /**
   * @param pointer of a schema of a response
   * @param fixed JSON Pointers of what must stay as it is
   */
  fit(pointer: string, value: unknown, fixed: readonly string[] = []): FittedValue | Unfit {
    return this.fitted({ pointer, fixed, budget: { left: MAX_FITS } }, value);
  }

  private fitted(task: Task, value: unknown): FittedValue | Unfit {
    const { pointer, fixed, budget } = task;
    budget.left--;
    const fits = VARIATIONS.map((vary) => () => this.repaired(pointer, value, fixed, vary));
    const fitted = firstFit(fits);
    if ('value' in fitted) return fitted;
    const [least] = this.alternatives(pointer)
      .filter(() => budget.left > 0)
      .map((each) => this.fittedTo(each, task, value))
      .filter((each) => 'value' in each)
      .sort((one, other) => one.replaced.length - other.replaced.length);
    return least ?? fitted;
  }

  /** Pointers of the schemas one of which a value has to fit, too. */
  private alternatives(pointer: string): string[] {
    const { resolver } = this.loaded;
    const places = applicableSchemas(resolver, resolver.at(pointer), ALWAYS);
    return places
      .flatMap((place) => ['oneOf', 'anyOf'].flatMap((keyword) => listAt(place, keyword)))
      .map((each) => each.pointer);
  }

  /** A value that was fitted to one of the alternatives of its schema before. */
  private fittedTo(alternative: string, task: Task, value: unknown): FittedValue | Unfit {
    const { pointer, fixed } = task;
    const part = this.fitted({ ...task, pointer: alternative }, value);
    if (!('value' in part)) return part;
    const whole = this.repaired(pointer, part.value, fixed, undefined);
    if (!('value' in whole)) return whole;
    return { value: whole.value, replaced: [...part.replaced, ...whole.replaced] };
  }

  /** A thing as it is kept: with what its schema demands, and what only the service sets. */
  complete(pointer: string, thing: JsonObject, fixed: readonly string[]): JsonObject {
    const said = asObject(withoutNulls(this.loaded, partAt(this.loaded, pointer), thing));
    const fitted = this.fit(pointer, { ...this.ofService(pointer), ...said }, fixed);
    const value = 'value' in fitted ? asObject(fitted.value) : {};
    // What this response does not show may be of another one.
    return { ...value, ...said };
  }

  /** The `readOnly` members of a sample. */
  private ofService(pointer: string): JsonObject {
    const members = membersOf(this.loaded, partAt(this.loaded, pointer));
    const sample = asObject(this.sample(pointer, undefined));
    const own = Object.entries(sample).filter(([name]) => {
      const part = members.get(name);
      return part !== undefined && isMarked(part, 'readOnly');
    });
    return Object.fromEntries(own);
  }

  private repaired(
    pointer: string,
    value: unknown,
    fixed: readonly string[],
    vary: string | undefined,
  ): FittedValue | Unfit {
    const replaced = new Set<string>();
    let fitted = value;
    for (let repairs = 0; ; repairs++) {
      const error = this.maker.errorOf(pointer, 'response', fitted);
      if (error === undefined) return { value: fitted, replaced: [...replaced] };
      const repair = this.repair(pointer, fitted, error, vary);
      const isFixed = repair?.replaces !== undefined && touches(fixed, repair.replaces);
      if (repair === undefined || isFixed || repairs >= MAX_REPAIRS) return { error };
      if (repair.replaces !== undefined) replaced.add(repair.replaces);
      fitted = repair.value;
    }
  }

  private repair(
    pointer: string,
    value: unknown,
    error: ValidationError,
    vary: string | undefined,
  ): Repair | undefined {
    const { instancePath: place, keyword, params } = error;
    const holder = valueAt(value, place);
    if (keyword === 'required' && isJsonObject(holder)) {
      const name = String(params.missingProperty);
      const member = this.memberSample(pointer, childPointer(place, name), vary);
      if (member === undefined) return undefined;
      return { value: withValueAt(value, place, { ...holder, [name]: member }) };
    }
    const extra = params.additionalProperty ?? params.unevaluatedProperty;
    if (typeof extra === 'string' && isJsonObject(holder)) {
      return { value: withValueAt(value, place, without(holder, extra)) };
    }
    const sample = this.sample(pointer, vary);
    if (place === '') return mixed(sample, value);
    return replacedBy(sample, value, place);
  }

  /** Of what is missing at a place: what a sample of the whole has there, else one of its own. */
  private memberSample(pointer: string, place: string, vary: string | undefined): unknown {
    const found = valueAt(this.sample(pointer, vary), place);
    if (found !== undefined) return found;
    let part = partAt(this.loaded, pointer);
    for (const name of pointerKeys(place)) {
      const member = isArray(part)
        ? itemOf(this.loaded, part, Number(name))
        : memberOf(this.loaded, part, name);
      if (member === undefined) return undefined;
      part = member;
    }
    const at = part.places[0]?.pointer;
    return at === undefined ? undefined : this.sample(at, vary);
  }

  /** Made once, so that what is filled in is the same each time. */
  private sample(schema: string, vary: string | undefined): unknown {
    const pointer = this.target(schema);
    const key = `${pointer} ${vary ?? ''}`;
    if (!this.samples.has(key)) {
      const made = this.maker.make(pointer, 'response', vary === undefined ? {} : { vary });
      this.samples.set(key, made.value);
    }
    return this.samples.get(key);
  }

  /** The pointer of a schema that others only refer to, so that they have its sample. */
  private target(pointer: string): string {
    const { resolver } = this.loaded;
    const { schema } = resolver.at(pointer);
    const isReference = isJsonObject(schema) && Object.keys(schema).join() === '$ref';
    return isReference ? this.target(resolver.target(String(schema.$ref), pointer)) : pointer;
  }
}

/** The first of several fits that is one; why the first is none where no other is. */
function firstFit(fits: readonly (() => FittedValue | Unfit)[]): FittedValue | Unfit {
  let first: Unfit | undefined;
  for (const fit of fits) {
    const fitted = fit();
    if ('value' in fitted) return fitted;
    first ??= fitted;
  }
  return first ?? { error: { instancePath: '', keyword: 'false schema', params: {} } };
}

/** A value with one fault less. */
interface Repair {
  readonly value: unknown;
  /** The place where something else stands now. */
  readonly replaces?: string;
}

function touches(fixed: readonly string[], place: string): boolean {
  return fixed.some((each) => each === place || each.startsWith(`${place}/`));
}

/** The sample with all that the value has, which is tried once. */
function mixed(sample: unknown, value: unknown): Repair | undefined {
  if (!isJsonObject(sample) || !isJsonObject(value)) return undefined;
  const added = Object.keys(sample).filter((name) => !Object.hasOwn(value, name));
  return added.length === 0 ? undefined : { value: { ...sample, ...value } };
}

/** The value with what the sample has at a place, or without what stands there. */
function replacedBy(sample: unknown, value: unknown, place: string): Repair | undefined {
  const own = valueAt(sample, place);
  if (own !== undefined && own !== valueAt(value, place)) {
    return { value: withValueAt(value, place, own), replaces: place };
  }
  const around = place.slice(0, place.lastIndexOf('/'));
  const [name = ''] = pointerKeys(place).slice(-1);
  const holder = valueAt(value, around);
  if (isJsonObject(holder)) {
    return { value: withValueAt(value, around, without(holder, name)), replaces: place };
  }
  return around === '' ? undefined : replacedBy(sample, value, around);
}

/** A value without members that are `null` where its schema has none: they say that there is nothing. */
function withoutNulls(loaded: LoadedContract, part: Part, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutNulls(loaded, itemOf(loaded, part, index), item));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const of = memberOf(loaded, part, name);
    if (of === undefined) return [[name, member] as const];
    if (member === null && !mayBeNull(loaded, of)) return [];
    return [[name, withoutNulls(loaded, of, member)] as const];
  });
  return Object.fromEntries(members);
}
