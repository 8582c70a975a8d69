import type { Terminal } from '../command';

/** Milliseconds between two updates of the bar: smooth to the eye, and almost free. */
const BAR_EVERY_MS = 100;
/** Milliseconds between two lines where there is no terminal, such as in a log. */
const LINE_EVERY_MS = 5_000;
const DEFAULT_COLUMNS = 80;

/** Clears the line and returns to its start. */
const CLEAR_LINE = '\r\u001b[2K';

/** Shows the progress of an import: a bar on a terminal, else a line at intervals. */
export class Progress {
  private readonly startedAt = performance.now();
  private shownAt: number;
  private bar = '';

  /** @param totalBytes undefined when it is not known */
  constructor(
    private readonly out: Terminal,
    private readonly totalBytes: number | undefined,
  ) {
    // A first line is useful only after some progress; a bar appears at once.
    this.shownAt = out.isTTY === true ? -Infinity : this.startedAt;
  }

  update(plants: number, bytes: number): void {
    const now = performance.now();
    const isTerminal = this.out.isTTY === true;
    if (now - this.shownAt < (isTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
    this.shownAt = now;
    const { totalBytes } = this;
    const state: ProgressState = { plants, bytes, totalBytes, elapsedMs: now - this.startedAt };
    if (isTerminal) this.draw(progressBar(state, this.out.columns ?? DEFAULT_COLUMNS));
    else this.out.write(`${progressText(state).trimStart()}\n`);
  }

  /** Writes a permanent line, above the bar. */
  line(text: string): void {
    this.out.write(`${this.bar === '' ? '' : CLEAR_LINE}${text}\n${this.bar}`);
  }

  /** Removes the bar. */
  end(): void {
    if (this.bar !== '') this.draw('');
  }

  private draw(bar: string): void {
    this.bar = bar;
    this.out.write(CLEAR_LINE + bar);
  }
}

interface ProgressState {
  /** Plants processed, including refused ones. */
  readonly plants: number;
  readonly bytes: number;
  readonly totalBytes: number | undefined;
  readonly elapsedMs: number;
}

/** Cells of the bar between its brackets. */
const MAX_CELLS = 30;
const MIN_CELLS = 10;

/**
 * Progress as one line for a terminal.
 *
 * @param columns of the terminal; the line is shorter, since a full one would wrap
 */
export function progressBar(state: ProgressState, columns: number): string {
  const text = progressText(state);
  const share = shareOf(state);
  const cells = Math.min(MAX_CELLS, columns - text.length - '[] '.length - 1);
  if (share === undefined || cells < MIN_CELLS) return text.slice(0, Math.max(columns - 1, 0));
  const done = Math.floor(share * cells);
  return `[${'='.repeat(done)}${' '.repeat(cells - done)}] ${text}`;
}

/** Progress without a bar: percent, plants, rate and time left, as far as they are known. */
export function progressText(state: ProgressState): string {
  const { plants, elapsedMs } = state;
  const parts = [`${grouped(plants)} plants`];
  if (elapsedMs > 0) parts.push(`${grouped(Math.round((plants / elapsedMs) * 1_000))}/s`);
  const share = shareOf(state);
  if (share === undefined) return parts.join('  ');
  if (share > 0) parts.push(`${duration((elapsedMs / share) * (1 - share))} left`);
  return [`${String(Math.floor(share * 100)).padStart(3)} %`, ...parts].join('  ');
}

/** From 0 to 1, even for a file that has grown. */
function shareOf({ bytes, totalBytes }: ProgressState): number | undefined {
  if (totalBytes === undefined) return undefined;
  return bytes >= totalBytes ? 1 : bytes / totalBytes;
}

/** With a comma after each group of three digits. */
function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
