import { SonicBoom } from 'sonic-boom';

/** The file descriptor of standard error. */
export const STANDARD_ERROR = 2;

/** The most characters of lines that wait while the log cannot be written: the last hours of a quiet service. */
const MAX_WAITING_LENGTH = 2 ** 17;

/**
 * The most characters of collected lines: a fraction of those that may wait, since they wait or are dropped as one.
 * With a quarter of it a line takes a third more.
 */
const MAX_GATHERED_LENGTH = 2 ** 15;

/** The longest time that lines are collected, in milliseconds: a fraction of what a reader would notice. */
const GATHERING_MS = 10;

/**
 * Retries for which an ending process stays alive, 100 ms apart: a slow reader gets the last lines. Later ones are a
 * second apart, and do not keep the process alive.
 */
const HASTY_TRIES = 10;
const HASTY_RETRY_MS = 100;
const RETRY_MS = 1_000;

/** Formats a line of JSON, such as for people; the result also has a line end. */
export type LineFormat = (line: string) => string;

/** An output for many similar lines. */
export interface LineWriter {
  /** Writes a line, including its line end, within 10 milliseconds. */
  writeSoon(line: string): void;
}

/**
 * The output of the log. While it cannot be written (a full disk, a closed pipe, a blocked reader), lines wait up to a
 * limit and further ones are dropped; once it can be written again, `onDropped` gets their number.
 */
export class LogOutput implements LineWriter {
  private readonly destination: SonicBoom;
  /** Joined when they are written; as bytes in a buffer each took a microsecond more. */
  private gathered: string[] = [];
  private gatheredLength = 0;
  private isPlanned = false;
  /** The number of lines being passed to the destination, which drops all of them or none. */
  private handing = 0;
  private dropped = 0;
  /** Called with the number of dropped lines once lines can be written again. */
  onDropped: (count: number) => void = () => undefined;

  /**
   * @param fd the file descriptor, by default standard error. One of a pipe must not block; Node ensures that for the
   *   streams of the process when they are first used (main.ts)
   */
  constructor(
    fd = STANDARD_ERROR,
    private readonly format?: LineFormat,
  ) {
    this.destination = new SonicBoom({
      fd,
      sync: true,
      maxLength: MAX_WAITING_LENGTH,
      // An immediate retry would block the event loop; a full pipe is handled like a full disk.
      retryEAGAIN: () => false,
    });
    retryFailedWrites(this.destination);
    this.destination.on('drop', () => {
      this.dropped += this.handing;
    });
    this.destination.on('drain', () => {
      this.tellDropped();
    });
  }

  /** Writes a line synchronously, so the end of the process cannot lose it. */
  write(line: string): void {
    this.flush();
    this.hand(this.format?.(line) ?? line, 1);
  }

  /** Writes complete lines, like {@link write}. */
  writeLines(lines: string): void {
    this.flush();
    const { format } = this;
    const each = lines.match(/.*\n/g) ?? [];
    this.hand(format === undefined ? lines : each.map(format).join(''), each.length);
  }

  /**
   * Writes a line together with those that follow soon: the system call costs ten times as much as building the line. A
   * process killed in between loses the collected lines.
   */
  writeSoon(line: string): void {
    const text = this.format?.(line) ?? line;
    if (this.gatheredLength + text.length > MAX_GATHERED_LENGTH) this.flush();
    this.gathered.push(text);
    this.gatheredLength += text.length;
    this.plan();
  }

  /** Writes collected lines synchronously. */
  flush(): void {
    const { gathered } = this;
    if (gathered.length === 0) return;
    this.gathered = [];
    this.gatheredLength = 0;
    this.hand(gathered.join(''), gathered.length);
  }

  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setTimeout(() => {
      this.isPlanned = false;
      this.flush();
    }, GATHERING_MS);
  }

  private hand(lines: string, count: number): void {
    const before = this.handing;
    this.handing = count;
    this.destination.write(lines);
    this.handing = before;
  }

  private tellDropped(): void {
    if (this.dropped === 0) return;
    const count = this.dropped;
    this.dropped = 0;
    this.onDropped(count);
    // The line about dropped lines may have been dropped itself.
    if (this.dropped > 0) this.dropped = count;
  }
}

/** Waiting lines are written with the next line; this is for when none comes. */
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
