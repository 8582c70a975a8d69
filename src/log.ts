import { destination, pino, type Logger } from 'pino';
import type { LogLevel } from './config';

export type Log = Logger;

/** A log of one JSON object a line on standard error, written before the call returns. */
export function createLog(level: LogLevel): Log {
  return pino({ level, base: null }, destination({ dest: 2, sync: true }));
}
