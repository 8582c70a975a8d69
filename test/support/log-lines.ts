import type { createLog, Log } from '../../src/plant-store/log';
import type { LineWriter } from '../../src/plant-store/log-output';
import { pino } from 'pino';

/** A line of the log, parsed. */
export type LogLine = Readonly<Record<string, unknown>>;

/** A log whose lines a test reads. */
export class LogLines implements LineWriter {
  readonly log: Log;
  private readonly texts: string[] = [];

  constructor(level: Parameters<typeof createLog>[0] = 'info') {
    this.log = pino({ level, base: null }, { write: (line) => void this.texts.push(line) });
  }

  writeSoon(line: string): void {
    this.texts.push(line);
  }

  /** All lines, as they were written. */
  get text(): string {
    return this.texts.join('');
  }

  get requests(): LogLine[] {
    return this.withMessage('request');
  }

  withMessage(msg: string): LogLine[] {
    return this.texts.map((text) => JSON.parse(text) as LogLine).filter((line) => line.msg === msg);
  }

  /** The next request that is logged, since a client may have its response before that. */
  async nextRequest(after = this.requests.length): Promise<LogLine> {
    for (;;) {
      const line = this.requests[after];
      if (line !== undefined) return line;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  clear(): void {
    this.texts.length = 0;
  }
}
