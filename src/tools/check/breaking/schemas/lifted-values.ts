import { memoize } from 'openapi-trellis/tools';
import { childPointer, type Direction, isJsonObject } from '../../../document';
import type { Version } from '../versions';
import type { DifferingPlace, Step } from './differing-places';
import { childOf } from '../../../schema';
import type { Side } from './place-pairs';

/** A value of the whole, and where the part is in it. */
interface LiftedValue {
  readonly value: unknown;
  readonly instance: string;
}

/** Without the optional parts of a value, or with them. */
const AMOUNTS = [{ vary: '0', optional: 'none' }, {}] as const;

/** Amounts of the surrounding value, and whether an alternative also gets its properties. */
const AROUND = [
  [AMOUNTS[0], false],
  [AMOUNTS[1], false],
  [AMOUNTS[0], true],
] as const;

/**
 * Values of a whole schema that contain a value of a part, the smallest first. They may be invalid.
 * @param side version whose schemas accept them
 */
export function* liftedValues(
  part: unknown,
  { steps }: DifferingPlace,
  side: Side,
  version: Version,
  direction: Direction,
): Generator<LiftedValue> {
  for (const [amount, isJoined] of AROUND) {
    let lifted: LiftedValue | undefined = { value: part, instance: '' };
    for (const step of steps.toReversed()) {
      if (lifted === undefined) break;
      const around = valueAround(version)(step[side], direction, amount);
      lifted = within(around, step, lifted, isJoined);
    }
    if (lifted !== undefined) yield lifted;
  }
}

/** Makes one surrounding value for all parts that are inserted into it. */
const valueAround = memoize(({ maker }: Version) => {
  const made = new Map<string, unknown>();
  return (pointer: string, direction: Direction, amount: (typeof AMOUNTS)[number]): unknown => {
    const key = [AMOUNTS.indexOf(amount), direction, pointer].join(' ');
    if (!made.has(key)) made.set(key, maker.make(pointer, direction, amount).value);
    return made.get(key);
  };
});

/** @returns undefined if the value has no place for such a part */
function within(
  around: unknown,
  { label }: Step,
  part: LiftedValue,
  isJoined: boolean,
): LiftedValue | undefined {
  const put = (key: string | number, value: unknown): LiftedValue => {
    return { value, instance: childPointer('', key) + part.instance };
  };
  const [, index] = /^items? (?:from )?(\d+)$/.exec(label) ?? [];
  if (index !== undefined) {
    const items: unknown[] = Array.isArray(around) ? around.slice() : [];
    const at = Number(index);
    if (items.length < at) return undefined;
    items[at] = part.value;
    return put(at, items);
  }
  if (isAlternative(label)) {
    const { value } = part;
    const isBoth = isJoined && isJsonObject(around) && isJsonObject(value);
    return { ...part, value: asChild(label, isBoth ? { ...around, ...value } : value) };
  }
  const name = label.startsWith('. ') ? label.slice(2) : nameBeside(around);
  const members = isJsonObject(around) ? around : {};
  return put(name, { ...members, [name]: part.value });
}

/** A value with its child's name in the discriminator. */
function asChild(label: string, value: unknown): unknown {
  const [property, name] = childOf(label) ?? [];
  const isNamed = property !== undefined && name !== undefined && isJsonObject(value);
  return isNamed ? { ...value, [property]: name } : value;
}

/** True for the label of a step that leads to schemas of the same value. */
export function isAlternative(label: string): boolean {
  return label === 'anyOf' || label === 'oneOf' || childOf(label) !== undefined;
}

function nameBeside(around: unknown): string {
  const [first = 'name'] = isJsonObject(around) ? Object.keys(around) : [];
  return first;
}
