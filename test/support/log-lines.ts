import { pino } from 'pino';
import type { createLog, Log } from '../../src/runtime/service/log';
import type { LineWriter } from '../../src/runtime/service/log-output';

export type LogLine = Readonly<Record<string, unknown>>;

export class LogLines implements LineWriter {
  readonly log: Log;
  private readonly texts: string[] = [];

  constructor(level: Parameters<typeof createLog>[0] = 'info') {
    this.log = pino({ level, base: null }, { write: (line) => void this.texts.push(line) });
  }

  writeSoon(line: string): void {
    this.texts.push(line);
  }

  get text(): string {
    return this.texts.join('');
  }

  get requests(): LogLine[] {
    return this.withMessage('request');
  }

  withMessage(msg: string): LogLine[] {
    return this.texts.map((text) => JSON.parse(text) as LogLine).filter((line) => line.msg === msg);
  }

  /** Waits for the next logged request, since a client may have its response before. */
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

/** Scraped metrics: values by name and labels, such as `http_requests_total{status="200"}`. */
export interface Scrape {
  readonly contentType: string | null;
  readonly text: string;
  readonly values: ReadonlyMap<string, number>;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*(?:\{[^\n]*\})?) (\S+)$/gm;

export async function readMetrics(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Scrape> {
  const response = await fetch(`${url}/-/metrics`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The metrics are ${response.status}: ${text}`);
  const samples = [...text.matchAll(SAMPLE)].map(([, name = '', value]): [string, number] => [
    name,
    Number(value),
  ]);
  return { contentType: response.headers.get('content-type'), text, values: new Map(samples) };
}
