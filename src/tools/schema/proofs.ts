import { ifDecided, undecided } from './atoms';

/** Maximum steps of one answer; undecided beyond it. */
const MAX_STEPS = 20_000;

/** Answers to questions about schemas, each by its key. A schema may contain itself, so a question may lead to itself. */
export class Proofs {
  private readonly shown = new Set<string>();
  private readonly refuted = new Set<string>();
  /** Assumed to be proved during their own examination, in the order of the trail. */
  private assumed = new Set<string>();
  private trail: string[] = [];
  private left = 0;

  /** True if it is proved within the maximum steps. */
  answer(ask: () => boolean): boolean {
    this.left = MAX_STEPS;
    return this.byItself(ask);
  }

  /** True if it is proved without the assumptions that hold outside. */
  byItself(ask: () => boolean): boolean {
    const { assumed, trail } = this;
    this.assumed = new Set();
    this.trail = [];
    const is = ifDecided(ask) === true;
    // No assumption is left, so everything on the trail is proved.
    if (is) for (const each of this.trail) this.shown.add(each);
    this.assumed = assumed;
    this.trail = trail;
    return is;
  }

  /** True if it is proved or under examination; `look` is called once. */
  holds(key: string, look: () => boolean): boolean {
    if (this.shown.has(key) || this.assumed.has(key)) return true;
    if (this.refuted.has(key)) return false;
    this.step();
    const mark = this.trail.length;
    this.assumed.add(key);
    this.trail.push(key);
    if (ifDecided(look) === true) return true;
    for (const each of this.trail.splice(mark)) this.assumed.delete(each);
    if (this.left >= 0) this.refuted.add(key);
    return false;
  }

  /** @throws `undecided` beyond the maximum */
  step(): void {
    if (--this.left < 0) undecided();
  }
}
