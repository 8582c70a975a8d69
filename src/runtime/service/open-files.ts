import { readFileSync } from 'node:fs';
import type { ServiceConfig } from './config';
import type { Log } from './log';

/** Descriptors for everything except connections: a store, its pool, the log, probes, and files read. */
const OTHER_FILES = 128;

/**
 * Lowers MAX_CONNECTIONS to the limit of open files, with a warning. Beyond that limit, connections could not be
 * accepted, and files not be opened.
 */
export function withinOpenFiles(config: ServiceConfig, log: Log): ServiceConfig {
  const maxOpenFiles = readMaxOpenFiles();
  const maxConnections = Math.max(1, maxOpenFiles - OTHER_FILES);
  if (config.maxConnections <= maxConnections) return config;
  log.warn(
    { maxConnections, maxOpenFiles },
    `the limit of open files allows fewer connections than MAX_CONNECTIONS (${config.maxConnections}); raise it with ulimit -n, or LimitNOFILE of systemd`,
  );
  return { ...config, maxConnections };
}

/** The soft limit, which Node raises to the hard limit at start. */
function readMaxOpenFiles(): number {
  try {
    // A file of Linux, which takes no time; a report takes 12 ms.
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return reportMaxOpenFiles();
  }
}

function reportMaxOpenFiles(): number {
  // @types/node lacks an option of Node 20.13 and later.
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork } = report;
  // Else it waits for the names of the hosts to which the process is connected.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files: { readonly soft: number | 'unlimited' } };
  };
  report.excludeNetwork = excludeNetwork ?? false;
  const limit = userLimits?.open_files.soft;
  return typeof limit === 'number' ? limit : Infinity;
}
