import { pino, type Logger } from 'pino';
import type { LogLevel, ServiceConfig } from './config';
import { LogOutput, STANDARD_ERROR, type LineFormat, type LineWriter } from './log-output';

/** A pino logger. */
export type Log = Logger;

/**
 * A log with one JSON object per line. A line is written synchronously, so the end of the process cannot lose it (see
 * log-output.ts for failed writes).
 *
 * @param output by default standard error
 */
export function createLog(level: LogLevel, output = new LogOutput()): Log {
  const log = pino({ level, base: null }, output);
  const sayDropped = (dropped: number): void => {
    const loudest = level === 'fatal' ? level : 'error';
    log[loudest]({ dropped }, 'the log could not be written for a while; lines were dropped');
  };
  output.onDropped = sayDropped;
  outputs.set(log, output);
  return log;
}

const outputs = new WeakMap<Log, LogOutput>();

/** The output for the lines of requests: the log's own, or for another logger, the logger. */
export function requestLinesOf(log: Log): LineWriter {
  return (
    outputs.get(log) ?? {
      writeSoon: (line) => {
        logRecord(log, line);
      },
    }
  );
}

/**
 * Writes lines of JSON from another process into a log of createLog.
 *
 * @returns a function that takes complete lines
 */
export function forwardLines(log: Log): (lines: string) => void {
  return (lines) => outputs.get(log)?.writeLines(lines);
}

/** The fields that a logger adds itself. */
const OF_LOGGER: readonly string[] = ['level', 'time', 'msg'];

function logRecord(log: Log, line: string): void {
  const record = JSON.parse(line) as Record<string, unknown>;
  const own = Object.entries(record).filter(([name]) => !OF_LOGGER.includes(name));
  log.info(Object.fromEntries(own), String(record.msg));
}

/** Writes the collected lines of a log synchronously; other loggers must do so themselves. */
export function flushLog(log: Log): void {
  outputs.get(log)?.flush();
}

/**
 * Creates the log of a service at standard error, by LOG_LEVEL and LOG_FORMAT. It is the default log of `startService`;
 * create it to write to it, too.
 *
 * @example
 * ```ts
 * import { createServiceLog, readServiceConfig } from 'openapi-trellis/service';
 *
 * const log = createServiceLog(readServiceConfig(process.env), process.stderr, process.env.NO_COLOR);
 * log.info({ cache: 'warm' }, 'starting');
 * ```
 */
export function createServiceLog(
  config: Pick<ServiceConfig, 'logLevel' | 'logFormat'>,
  target: LogTarget,
  noColor?: string,
): Log {
  return createLog(config.logLevel, standardError(config, target, noColor));
}

/** A stream that may be a terminal. */
interface LogTarget {
  readonly isTTY?: boolean;
}

/**
 * Standard error as the output of a log: readable where it is a terminal, unless the configuration sets another format.
 *
 * @param noColor the variable NO_COLOR (https://no-color.org)
 */
function standardError(
  { logFormat }: Pick<ServiceConfig, 'logFormat'>,
  { isTTY = false }: LogTarget,
  noColor: string | undefined,
): LogOutput {
  const isReadable = logFormat === undefined ? isTTY : logFormat === 'pretty';
  const withColours = isTTY && (noColor ?? '') === '';
  return new LogOutput(STANDARD_ERROR, isReadable ? readableLines(withColours) : undefined);
}

/**
 * Formats log lines for a person at a terminal: time, level, message, and the other fields; a request is its method,
 * path and status. The stack of an error follows line by line. Characters that would move the cursor or change colours
 * are escaped, since a terminal would execute them.
 *
 * @param withColours whether levels have colours
 */
export function readableLines(withColours: boolean): LineFormat {
  return (json) => {
    const record = parse(json);
    if (record === undefined) return `${visible(json.trimEnd())}\n`;
    const { level, time, msg, err, ...rest } = record;
    const { stack, ...error } = isRecord(err) ? err : {};
    const head = [timeOf(time), levelOf(level, withColours), ...sentence(msg, rest)];
    const more = { ...withoutSaid(rest), ...withoutTold(error) };
    const pairs = Object.entries(more).map(([name, value]) => `${visible(name)}=${text(value)}`);
    const lines = [[...head, ...pairs].join(' '), ...stackLines(stack)];
    return `${lines.join('\n')}\n`;
  };
}

type LogRecord = Readonly<Record<string, unknown>>;

function parse(json: string): LogRecord | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is LogRecord {
  return typeof value === 'object' && value !== null;
}

function timeOf(time: unknown): string {
  const date = new Date(Number(time));
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()].map(
    (part) => String(part).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Names and colours (SGR) of the levels of pino. */
const LEVELS: Readonly<Record<string, readonly [name: string, colour: number]>> = {
  10: ['TRACE', 90],
  20: ['DEBUG', 90],
  30: ['INFO ', 32],
  40: ['WARN ', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 35],
};

function levelOf(level: unknown, withColours: boolean): string {
  const [name, colour] = LEVELS[String(level)] ?? [text(level), 0];
  return withColours ? `\x1b[${colour}m${name}\x1b[39m` : name;
}

/** The first words of a line. */
function sentence(msg: unknown, { method, path, status, durationMs }: LogRecord): string[] {
  if (durationMs === undefined) return [text(msg)];
  const parts = [method, path, status ?? 'no response'].filter((part) => part !== undefined);
  return [...parts.map(text), `${text(durationMs)} ms`];
}

function withoutSaid(rest: LogRecord): LogRecord {
  if (rest.durationMs === undefined) return rest;
  const said = ['method', 'path', 'status', 'durationMs'];
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !said.includes(name)));
}

/** The stack contains an error's type and message. */
function withoutTold(error: LogRecord): LogRecord {
  return Object.fromEntries(
    Object.entries(error).filter(([name]) => name !== 'type' && name !== 'message'),
  );
}

function stackLines(stack: unknown): string[] {
  return typeof stack === 'string' ? stack.split('\n').map((line) => `    ${visible(line)}`) : [];
}

function text(value: unknown): string {
  return visible(typeof value === 'string' ? value : JSON.stringify(value));
}

/** C0 and C1 controls, and marks that change the direction of text. */
// eslint-disable-next-line no-control-regex
const INVISIBLE = /[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function visible(value: string): string {
  return value.replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
