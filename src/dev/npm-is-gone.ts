const LOOK_MS = 250;

/**
 * Fulfilled where npm started this process and has ended: it passes no signal on to what its shell has started,
 * which would go on and keep the port. Never fulfilled on Windows, where a process keeps the number of its parent.
 */
export function npmIsGone(): Promise<void> {
  if (process.env.npm_lifecycle_event === undefined) return new Promise(() => undefined);
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, LOOK_MS);
    timer.unref();
  });
}
