/** Lets pieces of work go on together, and some alone. */
export class Turns {
  /** What goes on, and is waited for by what wants to be alone. */
  private readonly going = new Set<Promise<unknown>>();
  /** The last of those that are alone, or wait to be. */
  private alone: Promise<unknown> = Promise.resolve();

  /** Does it as soon as nothing is, or waits to be, alone. */
  async together<Result>(work: () => Promise<Result>): Promise<Result> {
    let before: Promise<unknown> | undefined;
    while (before !== this.alone) {
      before = this.alone;
      await before;
    }
    const going = work();
    const ended = going.catch(() => undefined);
    this.going.add(ended);
    try {
      return await going;
    } finally {
      this.going.delete(ended);
    }
  }

  /** Does it while nothing else goes on. */
  apart<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.alone.then(async () => {
      await Promise.all(this.going);
      return work();
    });
    this.alone = result.catch(() => undefined);
    return result;
  }
}
