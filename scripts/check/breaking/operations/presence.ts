import type { Direction } from '../../../generate/index';
import type { Level } from '../change';

/** Whether messages have a part: a parameter, a header, a body. */
export type Presence = 'absent' | 'optional' | 'required';

/**
 * The level of a change of what messages have. What clients send must not be demanded of those that keep
 * to the base, nor be ignored. What the service sends must go on being sent where it was promised.
 *
 * @param direction `request` for what clients send
 */
export function levelOfPresence(direction: Direction, was: Presence, is: Presence): Level {
  const isDemand = is === 'required' && was !== 'required';
  const isLoss = was === 'required' && is !== 'required';
  const breaks = direction === 'request' ? isDemand || is === 'absent' : isLoss;
  return breaks ? 'major' : 'minor';
}
