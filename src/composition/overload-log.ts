import type { Log } from '../log';
import { seldom } from './seldom';

/** Makes what is told of each request that is refused because there are too many; seldom is a line of the log. */
export function createOverloadLog(log: Log): () => void {
  const say = seldom<undefined>((_, leftOut) => {
    log.warn(
      { refused: leftOut + 1 },
      'requests are refused, since more arrive than can be served',
    );
  });
  return () => {
    say(undefined);
  };
}
