import type { Operation } from '../generate/index';
import { Random } from '../cli/random';
import type { Assembled } from './assemble';
import { coverageCases } from './cases/coverage';
import { OperationCases } from './cases/operation-cases';
import type { ConformanceOptions } from './conformance-options';
import { mayEndCredentials } from './ending-operations';
import { isSendable } from './http/sendable';
import { inParallel } from './in-parallel';
import { sendRandom } from './random/random-phase';
import type { PhaseResult, Results } from './results';
import { resultsOf } from './results-of';
import { cleanUp, discover } from './stateful/discover';
import { engineRun } from './stateful/engine-run';
import { runStateful } from './stateful/run-stateful';
import type { StatefulRun } from './stateful/stateful-run';
import type { Phase } from './test-case';

/**
 * How far into the time of a run each phase may go, and how much of what is left when it begins: one that
 * waited for slow responses has taken from the next.
 */
const SHARES = {
  coverage: { ofAll: 0.6, ofRest: 0.6 },
  stateful: { ofAll: 0.8, ofRest: 0.5 },
  random: { ofAll: 1, ofRest: 1 },
};

/** How far all others may go where some operations come last. */
const BEFORE_THE_LAST = 0.95;

/** Sends the requests of each phase in turn. */
export class Phases {
  private readonly phases: PhaseResult[] = [];
  private readonly startedAt = Date.now();
  private readonly stateful: StatefulRun;
  private readonly operations: { readonly first: Operation[]; readonly last: Operation[] };
  private phase: Phase = 'coverage';
  /** Why tests ended before the last operations; undefined where they went on. */
  private endedBefore: PhaseResult['ended'] | undefined;
  private isAtLast = false;
  /** Of the time of the run, when the phase ends. */
  private share: number = SHARES.coverage.ofAll;

  constructor(
    private readonly options: ConformanceOptions,
    private readonly parts: Assembled,
  ) {
    const random = new Random(`stateful ${options.seed}`);
    const { loaded } = parts.context;
    const first = loaded.operations.filter((each) => !mayEndCredentials(each));
    this.operations = { first, last: loaded.operations.filter(mayEndCredentials) };
    const context = { ...parts.context, loaded: { ...loaded, operations: first } };
    this.stateful = engineRun(parts.run, context, random, this.isOver);
  }

  async run(): Promise<Results> {
    try {
      await this.during('coverage', () => this.coverage());
      await this.during('stateful', () => this.sequences());
      await this.during('random', () => this.random());
    } finally {
      this.parts.sender.close();
    }
    const { options, startedAt, phases } = this;
    return resultsOf({ options, startedAt, phases, run: this.parts.run });
  }

  private async coverage(): Promise<void> {
    const { options } = this;
    if (options.stateless !== true) this.parts.found.items = await discover(this.stateful);
    await this.cover(this.operations.first);
  }

  private async cover(operations: readonly Operation[]): Promise<void> {
    const { parallel, readOnly = false } = this.options;
    const cases = coverageCases(this.parts.context, operations, readOnly);
    await inParallel(cases, parallel, this.isOver, async (testCase) => {
      if (isSendable(testCase.request)) await this.parts.run.test(testCase);
      this.tell();
    });
  }

  private async sequences(): Promise<void> {
    if (this.options.readOnly === true || this.options.stateless === true) return;
    const { items } = this.parts.found;
    // What was removed is made again: for the sequences, and then for the random requests.
    await runStateful(this.stateful, await discover(this.stateful, items));
    await discover(this.stateful, items);
  }

  private async random(): Promise<void> {
    const { first, last } = this.operations;
    const { share } = this;
    if (last.length > 0) this.share = share * BEFORE_THE_LAST;
    await this.sendRandom(first);
    await this.tryWaiting();
    await cleanUp(this.stateful, this.parts.found.items);
    this.endedBefore = this.end;
    [this.share, this.isAtLast] = [share, true];
    await this.cover(last);
    await this.sendRandom(last);
    await this.tryWaiting();
  }

  /**
   * Each operation in lanes of its own, so that a document of one operation is tested in parallel too. What
   * removes comes last, since others need what it removes.
   */
  private async sendRandom(all: readonly Operation[]): Promise<void> {
    const { options } = this;
    const { context } = this.parts;
    const isRemoving = ({ method }: Operation): number => (method === 'DELETE' ? 1 : 0);
    const operations = all.toSorted((a, b) => isRemoving(a) - isRemoving(b));
    const count = Math.max(1, Math.ceil(options.parallel / Math.max(1, operations.length)));
    const lanes = operations.flatMap((operation, index) =>
      Array.from({ length: count }, (_, lane) => ({ operation, index: index * count + lane })),
    );
    await inParallel(lanes, options.parallel, this.isOver, async ({ operation, index }) => {
      const cases = new OperationCases(context, operation);
      const seed = options.seed + index * 1_000_003;
      const runs = Math.ceil(options.runs / count);
      await sendRandom(this.parts.run, cases, { seed, runs, isOver: this.isOver });
      this.tell();
    });
  }

  /** Their operations never accepted anything that they could be tried among. */
  private async tryWaiting(): Promise<void> {
    const { run } = this.parts;
    const { parallel } = this.options;
    await inParallel(
      run.waiting,
      parallel,
      () => false,
      (each) => run.keepIfSure(each),
    );
  }

  private async during(phase: keyof typeof SHARES, work: () => Promise<void>): Promise<void> {
    this.phase = phase;
    const { budget, tally } = this.parts.run.parts;
    const begun = Math.min(1, budget.elapsedMs / this.options.limits.timeMs);
    const { ofAll, ofRest } = SHARES[phase];
    this.share = Math.max(ofAll, begun + (1 - begun) * ofRest);
    const before = { requests: tally.requests, elapsedMs: budget.elapsedMs };
    await work();
    this.phases.push({
      phase,
      requests: tally.requests - before.requests,
      durationMs: budget.elapsedMs - before.elapsedMs,
      ended: this.endedBefore ?? this.end ?? 'complete',
    });
  }

  private readonly isOver = (): boolean => {
    return this.end !== undefined || this.parts.run.parts.ended.haveEnded;
  };

  private get end(): PhaseResult['ended'] | undefined {
    const { budget, ended } = this.parts.run.parts;
    const isEarly = ended.haveEnded && !this.isAtLast;
    return budget.end(this.share) ?? (isEarly ? 'credentials ended' : undefined);
  }

  private tell(): void {
    const { phase } = this;
    const { run } = this.parts;
    const { requests } = run.parts.tally;
    this.options.onProgress?.({ phase, requests, findings: run.findings.size });
  }
}
