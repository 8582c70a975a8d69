import { setImmediate } from 'node:timers';
import { UnavailableError } from '../../failure';

/** What the match of one text may take, in microseconds, about. */
const MAX_TEXT_US = 200_000;

/** What all such matches may take before other requests have their turn, in microseconds, about. */
const MAX_TURN_US = 500_000;

/** A text that would take too long to match; it is the client's to change. */
export class MatchBudgetExceededError extends Error {
  override readonly name = 'MatchBudgetExceededError';

  constructor(pattern: string) {
    super(
      `holds a text that takes too long to match to the pattern ${JSON.stringify(pattern)}; send a shorter one`,
    );
  }
}

let spentInTurn = 0;

/** What the match of a text takes, for patterns whose time cannot be known beforehand. */
export class MatchBudget {
  private spent = 0;

  constructor(private readonly pattern: string) {}

  /**
   * Counts what was done.
   *
   * @throws MatchBudgetExceededError when it is too much for one text
   * @throws UnavailableError when the texts of this turn of the event loop take too much together
   */
  spend(microseconds: number): void {
    if (spentInTurn === 0) setImmediate(startTurn).unref();
    this.spent += microseconds;
    spentInTurn += microseconds;
    if (this.spent > MAX_TEXT_US) throw new MatchBudgetExceededError(this.pattern);
    if (spentInTurn > MAX_TURN_US) {
      throw new UnavailableError(`Matches to the pattern ${this.pattern} take too long`);
    }
  }
}

function startTurn(): void {
  spentInTurn = 0;
}
