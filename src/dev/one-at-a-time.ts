/**
 * Does something about changes, never twice at once: what comes meanwhile is gathered, and done right after.
 *
 * @param work must not throw
 */
export function oneAtATime<Change>(
  work: (changes: readonly Change[]) => Promise<void>,
): (changes: readonly Change[]) => void {
  let waiting: Change[] = [];
  let isAtWork = false;
  const go = async (): Promise<void> => {
    isAtWork = true;
    while (waiting.length > 0) {
      const changes = waiting;
      waiting = [];
      await work(changes);
    }
    isAtWork = false;
  };
  return (changes) => {
    waiting.push(...changes);
    if (!isAtWork) void go();
  };
}
