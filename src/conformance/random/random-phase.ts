import { fastCheck } from '../../generate/index';
import type { OperationValues } from '../../samples/requests/operation-request';
import type { OperationCases } from '../cases/operation-cases';
import type { Exchange } from '../exchange';
import { type Broken, keyOf } from '../findings';
import { isSendable } from '../http/sendable';
import type { Run } from '../run';
import { requestArbitrary } from './request-arbitrary';

/** Requests that are spent on making one failure small. */
const SHRINKING = 150;

/** A rule that a random request was seen to break. */
class Failed extends Error {
  constructor(
    readonly exchange: Exchange,
    readonly broken: Broken,
  ) {
    super(broken.violation.message);
  }
}

/**
 * Sends an operation requests at random, and makes each failure as small as it gets before it counts.
 *
 * @param seed the same seed gives the same requests, and the same steps to smaller ones
 * @param runs how many requests
 * @param isOver asked before each request
 */
export async function sendRandom(
  run: Run,
  cases: OperationCases,
  { seed, runs, isOver }: { seed: number; runs: number; isOver: () => boolean },
): Promise<void> {
  const fc = fastCheck();
  const arbitrary = requestArbitrary(cases);
  let left = runs;
  for (let turn = 0; left > 0 && !isOver(); turn++) {
    const search = new Search(run, cases, isOver);
    const property = fc.asyncProperty(arbitrary, (values) => search.try(values));
    const { numRuns } = await fc.check(property, { seed: seed + turn, numRuns: left });
    left -= Math.max(1, numRuns);
    await search.settle();
  }
}

/** Looks for one failure, and then for a smaller request with the same one. */
class Search {
  private smallest: Failed | undefined;
  private shrinking = 0;

  constructor(
    private readonly run: Run,
    private readonly cases: OperationCases,
    private readonly isOver: () => boolean,
  ) {}

  /** @throws Failed for a request that shows what is looked for */
  async try(values: OperationValues): Promise<void> {
    if (this.isOver() || (this.smallest !== undefined && ++this.shrinking > SHRINKING)) return;
    const testCase = this.cases.of('random', 'a random request', values, []);
    if (!isSendable(testCase.request)) return;
    const { exchange, broken } = await this.run.exchange(testCase);
    const found = broken.find((each) => this.isWanted(exchange, each));
    if (found === undefined) return;
    this.smallest = new Failed(exchange, found);
    throw this.smallest;
  }

  private isWanted(exchange: Exchange, broken: Broken): boolean {
    const { smallest } = this;
    if (smallest === undefined) return !this.run.findings.knows(exchange, broken);
    return keyOf(exchange, broken) === keyOf(smallest.exchange, smallest.broken);
  }

  /** Keeps what was found if it is sure. */
  async settle(): Promise<void> {
    const { smallest, run } = this;
    if (smallest === undefined) return;
    const { exchange, broken } = smallest;
    run.findings.settle(exchange, broken);
    if (await run.isSure(exchange, broken)) run.findings.add([exchange], broken);
  }
}
