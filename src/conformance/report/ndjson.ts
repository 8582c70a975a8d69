import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Exchange } from '../exchange';
import { exchangeJson } from './exchange-json';
import type { Redaction } from './redact';

/**
 * The log of all exchanges: a line of JSON each, as they happen. Each is written before `write` returns, so
 * that nothing waits in memory and nothing is lost when the run is interrupted.
 *
 * @see https://github.com/ndjson/ndjson-spec
 */
export class ExchangeLog {
  private readonly descriptor: number;

  /** @throws Error when the file cannot be written */
  constructor(
    file: string,
    private readonly redaction: Redaction,
  ) {
    mkdirSync(path.dirname(file), { recursive: true });
    this.descriptor = openSync(file, 'w');
  }

  write(exchange: Exchange): void {
    const line = Buffer.from(
      `${JSON.stringify(exchangeJson(this.redaction.exchange(exchange)))}\n`,
    );
    for (let at = 0; at < line.length;) at += writeSync(this.descriptor, line, at);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
