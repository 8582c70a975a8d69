import type { Config } from '../config';
import type { Log } from '../log';

/** Descriptors for all but connections: the store, its pool, the log, probes, and files that are read. */
const OTHER_FILES = 128;

/**
 * Lowers MAX_CONNECTIONS to what the limit of open files leaves, and says so: beyond the limit a connection
 * could not be accepted, and no file be opened.
 *
 * @param maxOpenFiles undefined where the system has no such limit
 */
export function withinOpenFiles(
  config: Config,
  maxOpenFiles: number | undefined,
  log: Log,
): Config {
  const maxConnections = Math.max(1, (maxOpenFiles ?? Infinity) - OTHER_FILES);
  if (config.maxConnections <= maxConnections) return config;
  log.warn(
    { maxConnections, maxOpenFiles },
    `the limit of open files allows fewer connections than MAX_CONNECTIONS (${config.maxConnections}); raise it with ulimit -n, or LimitNOFILE of systemd`,
  );
  return { ...config, maxConnections };
}
