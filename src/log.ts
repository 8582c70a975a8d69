import { pino, type Logger } from 'pino';
import { SonicBoom } from 'sonic-boom';
import type { LogLevel } from './config';

export type Log = Logger;

const STANDARD_ERROR = 2;

/** Bytes of lines that wait while the log cannot be written: the last hours of a quiet service. */
const MAX_WAITING_BYTES = 2 ** 16;

/**
 * Tries that a process which is about to end stays for, 100 ms apart: a reader that is merely slow gets
 * the last lines. Later ones are a second apart, and hold up nobody.
 */
const HASTY_TRIES = 10;
const HASTY_RETRY_MS = 100;
const RETRY_MS = 1_000;

/**
 * A log of one JSON object a line. A line is written before the call returns, so that it is not lost,
 * however the process ends. While the log cannot be written (a full disk, a closed pipe, a reader that
 * has stopped), lines wait within a bound and those beyond it are dropped; once it can be written again,
 * a line says how many.
 *
 * @param fd the file descriptor, by default standard error. One of a pipe must not block; Node sees to
 *   that for the streams of the process when they are first used (main.ts)
 */
export function createLog(level: LogLevel, fd = STANDARD_ERROR): Log {
  const destination = new SonicBoom({
    fd,
    sync: true,
    maxLength: MAX_WAITING_BYTES,
    // To try again at once would hold up the event loop; a full pipe is waited for as a full disk is.
    retryEAGAIN: () => false,
  });
  const log = pino({ level, base: null }, destination);
  retryFailedWrites(destination);
  countDropped(destination, (dropped) => {
    const loudest = level === 'fatal' ? level : 'error';
    log[loudest]({ dropped }, 'the log could not be written for a while; lines were dropped');
  });
  return log;
}

/** What waits is written with the next line; this is for when none comes. */
function retryFailedWrites(destination: SonicBoom): void {
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const retry = (): void => {
    timer = undefined;
    destination.write('');
  };
  destination.on('error', () => {
    if (timer !== undefined) return;
    failures++;
    if (failures <= HASTY_TRIES) timer = setTimeout(retry, HASTY_RETRY_MS);
    else timer = setTimeout(retry, RETRY_MS).unref();
  });
  destination.on('drain', () => {
    failures = 0;
  });
}

function countDropped(destination: SonicBoom, tell: (dropped: number) => void): void {
  let dropped = 0;
  destination.on('drop', () => {
    dropped++;
  });
  destination.on('drain', () => {
    if (dropped === 0) return;
    const count = dropped;
    dropped = 0;
    tell(count);
    // That line may have been dropped itself.
    if (dropped > 0) dropped = count;
  });
}
