const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** npm passes on a signal that the terminal has sent to this process too: within this time it is the same. */
const SAME_MS = 500;

/**
 * Has the first signal that asks this process to end call `stop`; the next one ends it.
 *
 * @returns what takes this back
 */
export function onInterruption(stop: () => void): () => void {
  let since: number | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (since === undefined) {
      since = now;
      stop();
    } else if (now - since > SAME_MS) {
      takeBack();
      process.kill(process.pid, signal);
    }
  };
  const takeBack = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return takeBack;
}
