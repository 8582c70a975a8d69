import { SonicBoom } from 'sonic-boom';

/** Its file descriptor. */
export const STANDARD_ERROR = 2;

/** Characters of lines that wait while the log cannot be written: the last hours of a quiet service. */
const MAX_WAITING_LENGTH = 2 ** 17;

/**
 * Characters of lines that are gathered at most: a fraction of what may wait, since they wait or are dropped as one.
 * With a quarter of it a line takes a third more.
 */
const MAX_GATHERED_LENGTH = 2 ** 15;

/** Milliseconds that lines are gathered for at most: a fraction of what somebody who reads along would notice. */
const GATHERING_MS = 10;

/**
 * Tries that a process which is about to end stays for, 100 ms apart: a reader that is merely slow gets
 * the last lines. Later ones are a second apart, and hold up nobody.
 */
const HASTY_TRIES = 10;
const HASTY_RETRY_MS = 100;
const RETRY_MS = 1_000;

/** Writes a line of JSON another way, such as for people; it ends with a line end too. */
export type LineFormat = (line: string) => string;

/** What is taken of lines that are many and alike. */
export interface LineWriter {
  /** Writes a line, with its line end, within 10 milliseconds. */
  writeSoon(line: string): void;
}

/**
 * Where the lines of the log go. While they cannot be written (a full disk, a closed pipe, a reader that has
 * stopped), they wait within a bound and those beyond it are dropped; once they can be written again, it says
 * how many.
 */
export class LogOutput implements LineWriter {
  private readonly destination: SonicBoom;
  /** Joined when they are written; as bytes in a buffer each took a microsecond more. */
  private gathered: string[] = [];
  private gatheredLength = 0;
  private isPlanned = false;
  /** Lines that are being handed to the destination, which drops all of them or none. */
  private handing = 0;
  private dropped = 0;
  /** Called with the number of dropped lines once lines can be written again. */
  onDropped: (count: number) => void = () => undefined;

  /**
   * @param fd the file descriptor, by default standard error. One of a pipe must not block; Node sees to
   *   that for the streams of the process when they are first used (main.ts)
   */
  constructor(
    fd = STANDARD_ERROR,
    private readonly format?: LineFormat,
  ) {
    this.destination = new SonicBoom({
      fd,
      sync: true,
      maxLength: MAX_WAITING_LENGTH,
      // To try again at once would hold up the event loop; a full pipe is waited for as a full disk is.
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

  /** Writes a line before it returns, so that it is not lost, however the process ends. */
  write(line: string): void {
    this.flush();
    this.hand(this.format?.(line) ?? line, 1);
  }

  /** Writes whole lines, as {@link write} does one. */
  writeLines(lines: string): void {
    this.flush();
    const { format } = this;
    const each = lines.match(/.*\n/g) ?? [];
    this.hand(format === undefined ? lines : each.map(format).join(''), each.length);
  }

  /**
   * Writes a line together with those that follow soon: the system call costs ten times what making the line
   * does. What a process that is killed in between has gathered is lost.
   */
  writeSoon(line: string): void {
    const text = this.format?.(line) ?? line;
    if (this.gatheredLength + text.length > MAX_GATHERED_LENGTH) this.flush();
    this.gathered.push(text);
    this.gatheredLength += text.length;
    this.plan();
  }

  /** Writes what is gathered before it returns. */
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
    // That line may have been dropped itself.
    if (this.dropped > 0) this.dropped = count;
  }
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
