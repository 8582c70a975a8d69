/**
 * The first signal asks to finish, a second one ends the process at once. It does so by the default of the signal,
 * which needs nothing of this process, so that neither a hanging thread nor a busy event loop holds it up, and the
 * exit code is 128 and the number of the signal. To the first process of a container, signals have no default
 * (man 7 pid_namespaces); it exits by itself.
 */
export function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT'] as const;
    const onSignal = (signal: string): void => {
      for (const each of signals) process.off(each, onSignal);
      if (process.pid === 1) for (const each of signals) process.once(each, exitAtOnce);
      resolve(signal);
    };
    for (const each of signals) process.on(each, onSignal);
  });
}

/** Has the signals of an orderly end do nothing here: another process ends this one. */
export function ignoreSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
}

/** Calls a function at each SIGHUP. @returns what has SIGHUP do nothing from then on */
export function onHangUp(listener: () => void): () => void {
  process.on('SIGHUP', listener);
  return () => {
    process.off('SIGHUP', listener);
    process.on('SIGHUP', () => undefined);
  };
}

/** Ends this process as SIGHUP does by default. */
export function hangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

function exitAtOnce(_: string, number: number): void {
  process.exit(128 + number);
}
