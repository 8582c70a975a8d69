import { childPointer, type Direction, isJsonObject } from '../../../generate/index';
import type { DifferingPlace, Step } from './differing-places';
import type { Side } from './place-pairs';
import type { Version } from '../version';

/** A value of the whole, and where the part is in it. */
export interface LiftedValue {
  readonly value: unknown;
  readonly instance: string;
}

/** What of a value need not be there is left out, or is there. */
const AMOUNTS = [{ vary: '0', optional: 'none' }, {}] as const;

/**
 * Values of a whole schema that have a value of a part of it, from the smallest. They may be wrong.
 *
 * @param side whose schemas take them
 */
export function* liftedValues(
  part: unknown,
  { steps }: DifferingPlace,
  side: Side,
  version: Version,
  direction: Direction,
): Generator<LiftedValue> {
  for (const amount of AMOUNTS) {
    let lifted: LiftedValue | undefined = { value: part, instance: '' };
    for (const step of steps.toReversed()) {
      if (lifted === undefined) break;
      const around = version.maker.make(step[side], direction, amount).value;
      lifted = within(around, step, lifted);
    }
    if (lifted !== undefined) yield lifted;
  }
}

/** @returns undefined where a value has no place for such a part */
function within(around: unknown, { label }: Step, part: LiftedValue): LiftedValue | undefined {
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
  if (isAlternative(label)) return part;
  const name = label.startsWith('. ') ? label.slice(2) : nameBeside(around);
  const members = isJsonObject(around) ? around : {};
  return put(name, { ...members, [name]: part.value });
}

/** True for the label of a step that leads to schemas of the same value. */
export function isAlternative(label: string): boolean {
  return label === 'anyOf' || label === 'oneOf';
}

/** A name that a property of a map may have. */
function nameBeside(around: unknown): string {
  const [first = 'name'] = isJsonObject(around) ? Object.keys(around) : [];
  return first;
}
