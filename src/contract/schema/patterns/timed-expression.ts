import { performance } from 'node:perf_hooks';
import { createContext, Script, type Context } from 'node:vm';
import { HardTextError, MatchingEffort } from './matching-effort';

/** What a match may take, in milliseconds. It costs 0.15 ms to have it watched. */
const TIMEOUT_MS = 50;

/** A regular expression whose matches are given up in time, for what no automaton can do. */
export class TimedExpression {
  private readonly context: Context;
  private readonly script = new Script('expression.test(text)');

  constructor(private readonly expression: RegExp) {
    this.context = createContext({ expression });
  }

  toString(): string {
    return `timed ${String(this.expression)}`;
  }

  /**
   * True when the expression matches some part of the text.
   *
   * @throws HardTextError when that takes too long
   * @throws UnavailableError when this and others take too long together
   */
  test(text: string): boolean {
    const { source } = this.expression;
    const start = performance.now();
    this.context.text = text;
    try {
      return this.script.runInContext(this.context, { timeout: TIMEOUT_MS }) as boolean;
    } catch (error) {
      const { code } = error as { readonly code?: string };
      throw code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new HardTextError(source) : error;
    } finally {
      this.context.text = '';
      new MatchingEffort(source).spend((performance.now() - start) * 1_000);
    }
  }
}
