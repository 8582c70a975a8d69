const EXIT_INTERRUPTED = 130;

const left = new Set<() => void>();

/**
 * Has something cleared away however the process ends, by a signal too.
 *
 * @param clear does so at once, without waiting for anything
 * @returns a function to call when it has been cleared away otherwise
 */
export function clearAtEnd(clear: () => void): () => void {
  left.add(clear);
  return () => {
    left.delete(clear);
  };
}

/** To be called once, before anything is started. What was registered last is cleared away first. */
export function endTidily(): void {
  process.once('exit', () => {
    for (const clear of [...left].reverse()) {
      try {
        clear();
      } catch (error) {
        process.stderr.write(`${String(error)}\n`);
      }
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      process.exit(EXIT_INTERRUPTED);
    });
  }
}
