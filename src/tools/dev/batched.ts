/**
 * Runs work on changes sequentially: those that arrive during a run form the next batch.
 * @param work must not throw
 */
export function batched<Change>(
  work: (changes: readonly Change[]) => Promise<void>,
): (changes: readonly Change[]) => void {
  let waiting: Change[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const changes = waiting;
      waiting = [];
      await work(changes);
    }
    isRunning = false;
  };
  return (changes) => {
    for (const each of changes) waiting.push(each);
    if (!isRunning) void run();
  };
}
