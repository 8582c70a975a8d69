import type { Terminal } from '../command';
import { progressBar, progressText, type ProgressState } from './progress-text';

/** Milliseconds between two drawings of the bar: smooth for the eye, and next to no work. */
const BAR_EVERY_MS = 100;
/** Milliseconds between two lines where there is no terminal, such as in a log. */
const LINE_EVERY_MS = 5_000;
const DEFAULT_COLUMNS = 80;

/** From the start of the line to its end. */
const CLEAR_LINE = '\r\u001b[2K';

/** Shows how far an import is: a bar that is drawn again on a terminal, else a line now and then. */
export class Progress {
  private readonly startedAt = performance.now();
  private shownAt: number;
  private bar = '';

  /** @param totalBytes undefined when nobody knows */
  constructor(
    private readonly out: Terminal,
    private readonly totalBytes: number | undefined,
  ) {
    // The first line tells more when something has happened; a bar is there at once.
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

  /** Writes a line that stays, above the bar. */
  line(text: string): void {
    this.out.write(`${this.bar === '' ? '' : CLEAR_LINE}${text}\n${this.bar}`);
  }

  /** Takes the bar away. */
  end(): void {
    if (this.bar !== '') this.draw('');
  }

  private draw(bar: string): void {
    this.bar = bar;
    this.out.write(CLEAR_LINE + bar);
  }
}
