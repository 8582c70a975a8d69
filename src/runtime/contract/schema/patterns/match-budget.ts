import { setImmediate } from 'node:timers';
import { UnavailableError } from '../../failure';

/** The approximate limit for matching one text, in microseconds. */
const MAX_TEXT_US = 200_000;

/** The approximate limit for all such matches in one turn of the event loop, in microseconds. */
const MAX_TURN_US = 500_000;

/** Thrown for a text that would take too long to match; the client can correct it. */
export class MatchBudgetExceededError extends Error {
  override readonly name = 'MatchBudgetExceededError';

  constructor(pattern: string) {
    super(
      `holds a text that takes too long to match to the pattern ${JSON.stringify(pattern)}; send a shorter one`,
    );
  }
}

let spentInTurn = 0;

/** Limits the time to match a text, for patterns whose time cannot be predicted. */
export class MatchBudget {
  private spent = 0;

  constructor(private readonly pattern: string) {}

  /**
   * Charges time.
   *
   * @throws MatchBudgetExceededError when one text exceeds its limit
   * @throws UnavailableError when the texts of this turn of the event loop exceed their limit
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
