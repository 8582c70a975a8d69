interface SignalOptions {
  /** False where SIGHUP asks for something else than the end; by default true. */
  readonly hangUpEnds?: boolean;
}

/**
 * Resolves at the first signal, which asks to finish; a second SIGTERM or SIGINT ends the process at once. It does so by
 * the signal's default action, which neither a hanging thread nor a busy event loop can delay, and the exit code is 128
 * plus the signal's number. For the first process of a container, signals have no default action (man 7
 * pid_namespaces); it exits itself.
 */
export function untilSignal({ hangUpEnds = true }: SignalOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT'] as const;
    const onSignal = (signal: string): void => {
      for (const each of signals) process.off(each, onSignal);
      if (process.pid === 1) for (const each of signals) process.once(each, exitAtOnce);
      resolve(signal);
    };
    for (const each of signals) process.on(each, onSignal);
    // A terminal that closes may send it twice, so that it hastens nothing.
    if (hangUpEnds) process.on('SIGHUP', resolve);
  });
}

/** Ignores the signals of an orderly end: another process ends this one. */
export function ignoreSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
}

/** Calls a function at each SIGHUP, which then ends nothing. */
export function onHangUp(listener: () => void): void {
  process.on('SIGHUP', listener);
}

function exitAtOnce(_: string, number: number): void {
  process.exit(128 + number);
}
