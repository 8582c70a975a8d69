import { pino, type Logger } from 'pino';
import type { Config, LogLevel } from './config';
import { LogOutput, STANDARD_ERROR } from './log-output';
import { readableLines } from './readable-lines';

export type Log = Logger;

/**
 * A log of one JSON object a line. A line is written before the call returns, so that it is not lost,
 * however the process ends (log-output.ts says what becomes of it while nothing can be written).
 *
 * @param output by default standard error
 */
export function createLog(level: LogLevel, output = new LogOutput()): Log {
  const log = pino({ level, base: null }, output);
  output.onDropped = (dropped) => {
    const loudest = level === 'fatal' ? level : 'error';
    log[loudest]({ dropped }, 'the log could not be written for a while; lines were dropped');
  };
  return log;
}

/** A terminal, or what takes its place. */
export interface LogTarget {
  readonly isTTY?: boolean;
}

/**
 * Standard error as the log writes to it: for people where it is a terminal, unless the configuration says
 * otherwise.
 *
 * @param noColor the variable NO_COLOR (https://no-color.org)
 */
export function standardError(
  { logFormat }: Pick<Config, 'logFormat'>,
  { isTTY = false }: LogTarget,
  noColor: string | undefined,
): LogOutput {
  const isReadable = logFormat === undefined ? isTTY : logFormat === 'pretty';
  const withColours = isTTY && (noColor ?? '') === '';
  return new LogOutput(STANDARD_ERROR, isReadable ? readableLines(withColours) : undefined);
}
