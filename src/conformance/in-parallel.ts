/**
 * Does something with each item, several at a time, in the order in which they come.
 *
 * @param most how many at a time, 1 or more
 * @param isOver asked before each item; true ends it
 * @throws what the first of them throws, after those under way have ended
 */
export async function inParallel<Item>(
  items: Iterable<Item>,
  most: number,
  isOver: () => boolean,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const faults: unknown[] = [];
  const turn = new Turn();
  const lane = async (): Promise<void> => {
    while (!isOver() && faults.length === 0) {
      try {
        await turn.come();
        const next = iterator.next();
        if (next.done === true) return;
        await work(next.value);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
  if (faults.length > 0) throw faults[0];
}

/** Time that making items may take before sockets and timers have their turn. */
const MOST_MS = 20;

/** Lets the event loop go on now and then: items are made synchronously, and some take long. */
class Turn {
  private since = performance.now();

  async come(): Promise<void> {
    if (performance.now() - this.since < MOST_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.since = performance.now();
  }
}
