import { childPointer, type Direction, type Located } from '../../../generate/index';
import type { Level, OperationChange } from '../change';
import { isPastSunset } from '../compare-lifecycle';

/** Something that messages may have: a parameter, a header, a body. */
export interface Presentable {
  readonly located: Located;
  readonly isRequired: boolean;
  /** The beginning of a sentence, such as `the query parameter "limit"`. */
  readonly subject: string;
}

/** What it is, as rules begin. */
type Kind = 'parameter' | 'response-header' | 'request-body';

type Presence = 'absent' | 'optional' | 'required';

/**
 * The level of a change of what messages have. What clients send must not be demanded of those that keep
 * to the base, nor be ignored. What the service sends must go on being sent where it was promised.
 *
 * @param direction `request` for what clients send
 */
function levelOf(direction: Direction, was: Presence, is: Presence): Level {
  const isDemand = is === 'required' && was !== 'required';
  const isLoss = was === 'required' && is !== 'required';
  const breaks = direction === 'request' ? isDemand || is === 'absent' : isLoss;
  return breaks ? 'major' : 'minor';
}

function presenceOf({ isRequired }: Presentable): Exclude<Presence, 'absent'> {
  return isRequired ? 'required' : 'optional';
}

/** Something that the revision no longer has. */
export function removed(kind: Kind, direction: Direction, was: Presentable): OperationChange {
  const { located, subject } = was;
  const isOver = isPastSunset(located.value);
  const effect =
    direction === 'request'
      ? 'was removed, so what clients send in it is ignored'
      : 'was removed, so clients no longer receive it';
  return {
    ...{ rule: `${kind}-removed`, version: 'base', pointer: located.pointer },
    level: isOver ? 'minor' : levelOf(direction, presenceOf(was), 'absent'),
    message: isOver ? `${subject} was removed after its sunset` : `${subject} ${effect}`,
  };
}

/** Something that the base does not have. */
export function added(kind: Kind, direction: Direction, is: Presentable): OperationChange {
  const { located, subject } = is;
  const level = levelOf(direction, 'absent', presenceOf(is));
  const effect = level === 'major' ? ' and required, and clients of the base do not send it' : '';
  return {
    ...{ rule: `${kind}-added`, level, version: 'revision', pointer: located.pointer },
    message: `${subject} is new${effect}`,
  };
}

/** Something that both have, and one of them demands or promises. */
export function otherPresence(
  kind: Kind,
  direction: Direction,
  was: Presentable,
  is: Presentable,
): OperationChange[] {
  if (was.isRequired === is.isRequired) return [];
  const { pointer, value } = is.located;
  return [
    {
      rule: `${kind}-${presenceOf(is)}`,
      level: levelOf(direction, presenceOf(was), presenceOf(is)),
      message: `${was.subject} ${effectOf(direction, is)}`,
      version: 'revision',
      pointer: 'required' in value ? childPointer(pointer, 'required') : pointer,
    },
  ];
}

function effectOf(direction: Direction, { isRequired }: Presentable): string {
  if (direction === 'response') {
    return isRequired ? 'is always sent' : 'may be left out, and clients of the base rely on it';
  }
  return isRequired
    ? 'is required now, and clients of the base may leave it out'
    : 'may be left out';
}
