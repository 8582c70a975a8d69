import { readFileSync } from 'node:fs';

/** What the service has written of faults of its own. */

/** The level of pino from which on a line is an error. */
const ERROR = 50;

/** Said while the store is away, which is no fault of the host. */
const AWAY = 'the service is unavailable for now';

interface LogLine {
  readonly level?: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
}

/**
 * The faults in a log, each once, with how often it is there: lines of level error, warnings of Node and
 * errors that nobody caught.
 */
export function faultsIn(logFile: string): string[] {
  const counts = new Map<string, number>();
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    const fault = faultOf(line);
    if (fault !== undefined) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  }
  return [...counts].map(([fault, count]) => `the log says ${count} times: ${fault}`);
}

function faultOf(line: string): string | undefined {
  if (!line.startsWith('{')) {
    const isFault = /^\(node:\d+\) |^(?:Uncaught )?\w*(?:Error|Exception)\b|^FATAL ERROR/.test(
      line,
    );
    return isFault ? line.replace(/^\(node:\d+\) /, '') : undefined;
  }
  try {
    const { level = 0, msg = '', err } = JSON.parse(line) as LogLine;
    return level < ERROR || msg === AWAY ? undefined : `${msg}: ${err?.message ?? ''}`;
  } catch {
    return `a line that is no JSON: ${line.slice(0, 80)}`;
  }
}
