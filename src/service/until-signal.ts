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

function exitAtOnce(_: string, number: number): void {
  process.exit(128 + number);
}
