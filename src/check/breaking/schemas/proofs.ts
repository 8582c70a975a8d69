import { ifDecided, undecided } from './atoms';

/** Answers to questions about schemas, each by its key. A schema may contain itself, so a question may lead to itself. */
export class Proofs {
  private readonly shown = new Set<string>();
  private readonly refuted = new Set<string>();
  /** Taken for shown while they are looked at, in the order of the trail. */
  private assumed = new Set<string>();
  private trail: string[] = [];
  private left = 0;

  /** @param most steps of one answer, after which there is none */
  constructor(private readonly most: number) {}

  /** True where something is shown within the steps that one answer may take. */
  answer(ask: () => boolean): boolean {
    this.left = this.most;
    return this.byItself(ask);
  }

  /** True where something is shown that rests on nothing which is only assumed around it. */
  byItself(ask: () => boolean): boolean {
    const { assumed, trail } = this;
    this.assumed = new Set();
    this.trail = [];
    const is = ifDecided(ask) === true;
    // Nothing is assumed any more, so that each on the way is shown by the others.
    if (is) for (const each of this.trail) this.shown.add(each);
    this.assumed = assumed;
    this.trail = trail;
    return is;
  }

  /** True where something is shown, or is being looked at; `look` is asked once. */
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

  /** @throws `undecided` where there were too many */
  step(): void {
    if (--this.left < 0) undecided();
  }
}
