import { pointerKeys, type ValidationError } from 'openapi-trellis/tools';
import {
  ALWAYS,
  applicableSchemas,
  asObject,
  childPointer,
  isJsonObject,
  type JsonObject,
  listAt,
  valueAt,
  withValueAt,
  without,
  getOrMake,
} from '../../document';
import type { LoadedContract } from '../../validators';
import type { ValueGenerator } from '../../samples';
import {
  isMarked,
  itemOf,
  mayBeNull,
  memberOf,
  membersOf,
  type ValuePart,
  partAt,
} from '../../resources';
import { isArray } from './shape';

/** A valid value of a schema, made from a kept one. */
interface FittedValue {
  readonly value: unknown;
  /** Places of the kept value that the schema rejected, and that have another value. */
  readonly replaced: readonly string[];
}

/** Why no valid value was found. */
interface Unfit {
  readonly error: ValidationError;
}

interface Task {
  /** JSON Pointer of a response's schema. */
  readonly pointer: string;
  readonly fixed: readonly string[];
  readonly budget: { left: number };
}

/** Maximum repairs of one value. */
const MAX_REPAIRS = 60;

/** Maximum schemas to which one value is fitted: alternatives have alternatives, and may be recursive. */
const MAX_FITS = 50;

/** Seeds of further samples of a schema, if the first does not help. */
const VARIATIONS = ['second', 'third', 'fourth'];

/**
 * Makes valid values for schemas of responses from kept values. Missing members that a schema requires come from a
 * sample of the schema, forbidden members are left out, and invalid ones are replaced by those of the sample.
 */
export class ValueFitter {
  private readonly samples = new Map<string, unknown>();

  constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueGenerator,
  ) {}

  /**
   * @param pointer of a schema of a response
   * @param fixed JSON Pointers of values that must stay unchanged
   */
  fit(pointer: string, value: unknown, fixed: readonly string[] = []): FittedValue | Unfit {
    return this.fitted({ pointer, fixed, budget: { left: MAX_FITS } }, value);
  }

  private fitted(task: Task, value: unknown): FittedValue | Unfit {
    const { pointer, fixed, budget } = task;
    budget.left--;
    const first = this.repaired(pointer, value, fixed);
    if ('value' in first) return first;
    for (const vary of VARIATIONS) {
      const varied = this.repaired(pointer, value, fixed, vary);
      if ('value' in varied) return varied;
    }
    const [least] = this.alternatives(pointer)
      .filter(() => budget.left > 0)
      .map((each) => this.fittedTo(each, task, value))
      .filter((each) => 'value' in each)
      .sort((one, other) => one.replaced.length - other.replaced.length);
    return least ?? first;
  }

  /** Pointers of the alternatives of which the value must match one. */
  private alternatives(pointer: string): string[] {
    const { resolver } = this.loaded;
    const places = applicableSchemas(resolver, resolver.at(pointer), ALWAYS);
    return places
      .flatMap((place) => ['oneOf', 'anyOf'].flatMap((keyword) => listAt(place, keyword)))
      .map((each) => each.pointer);
  }

  /** Fits a value to one alternative of its schema, then to the whole schema. */
  private fittedTo(alternative: string, task: Task, value: unknown): FittedValue | Unfit {
    const { pointer, fixed } = task;
    const part = this.fitted({ ...task, pointer: alternative }, value);
    if (!('value' in part)) return part;
    const whole = this.repaired(pointer, part.value, fixed);
    if (!('value' in whole)) return whole;
    return { value: whole.value, replaced: [...part.replaced, ...whole.replaced] };
  }

  /** An item to keep: with the members that its schema requires, and those that only the service sets. */
  complete(pointer: string, thing: JsonObject, fixed: readonly string[]): JsonObject {
    const said = asObject(withoutNulls(this.loaded, partAt(this.loaded, pointer), thing));
    const fitted = this.fit(pointer, { ...this.ofService(pointer), ...said }, fixed);
    const value = 'value' in fitted ? asObject(fitted.value) : {};
    // Members that this response does not show may belong to another response.
    return { ...value, ...said };
  }

  /** The `readOnly` members of a sample. */
  private ofService(pointer: string): JsonObject {
    const members = membersOf(this.loaded, partAt(this.loaded, pointer));
    const sample = asObject(this.sample(pointer));
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
    vary?: string,
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

  /** The value for a missing member: from a sample of the whole, else from one of the member. */
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

  /** Made once, so the filled-in values are stable. */
  private sample(schema: string, vary?: string): unknown {
    const pointer = this.target(schema);
    return getOrMake(
      this.samples,
      `${pointer} ${vary ?? ''}`,
      () => this.maker.make(pointer, 'response', vary === undefined ? {} : { vary }).value,
    );
  }

  /** The target of schemas that are only references, so they share its sample. */
  private target(pointer: string): string {
    const { resolver } = this.loaded;
    const { schema } = resolver.at(pointer);
    const isReference = isJsonObject(schema) && Object.keys(schema).join() === '$ref';
    return isReference ? this.target(resolver.target(String(schema.$ref), pointer)) : pointer;
  }
}

/** A value with one fault less. */
interface Repair {
  readonly value: unknown;
  /** The place of the new value. */
  readonly replaces?: string;
}

function touches(fixed: readonly string[], place: string): boolean {
  return fixed.some((each) => each === place || each.startsWith(`${place}/`));
}

/** The sample overlaid with the value's members; tried once. */
function mixed(sample: unknown, value: unknown): Repair | undefined {
  if (!isJsonObject(sample) || !isJsonObject(value)) return undefined;
  const added = Object.keys(sample).filter((name) => !Object.hasOwn(value, name));
  return added.length === 0 ? undefined : { value: { ...sample, ...value } };
}

/** The value with the sample's value at a place, or without that place. */
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

/** A value without members that are `null` where the schema does not allow it: they mean absence. */
function withoutNulls(loaded: LoadedContract, part: ValuePart, value: unknown): unknown {
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
