import type { Operation } from '../document';
import { type Phase, isSendable } from '../judge';
import { askConditionally, unasked } from './cases/conditional';
import { coverageCases } from './cases/coverage';
import { OperationCases } from './cases/operation-cases';
import { mayEndCredentials } from './credential-state';
import { sendRandom } from './random-phase';
import type { PhaseResult, Results } from './results';
import type { Run } from './run';
import { resultsOf } from './run-results';
import { inParallel } from './scheduling';
import { cleanUp, discover } from './stateful/discover';
import { engineRun, runStateful } from './stateful/run-stateful';
import type { StatefulRun } from './stateful/steps';

/**
 * When each phase must end: its share of the whole time, or of the time left when it begins, whichever is later.
 * The second keeps a phase that waited for slow responses from using up the time of the next.
 */
const SHARES = {
  coverage: { ofAll: 0.6, ofRest: 0.6 },
  stateful: { ofAll: 0.8, ofRest: 0.5 },
  random: { ofAll: 1, ofRest: 1 },
};

/** Share of the time for all other operations if some operations must come last. */
const BEFORE_THE_LAST = 0.95;

export class Phases {
  private readonly phases: PhaseResult[] = [];
  private readonly stateful: StatefulRun;
  private readonly operations: { readonly first: Operation[]; readonly last: Operation[] };
  private phase: Phase = 'coverage';
  /** Why tests ended before the last operations; undefined if they did not. */
  private endedBefore: PhaseResult['ended'] | undefined;
  private isAtLast = false;
  /** When the phase must end, as a share of the time of the run. */
  private share: number = SHARES.coverage.ofAll;

  constructor(private readonly run: Run) {
    const { operations } = run.context.loaded;
    const first = operations.filter((each) => !mayEndCredentials(each));
    this.operations = { first, last: operations.filter(mayEndCredentials) };
    this.stateful = engineRun(run, first, this.isOver);
  }

  /** Performs all phases. */
  async results(): Promise<Results> {
    try {
      await this.during('coverage', () => this.coverage());
      await this.during('stateful', () => this.sequences());
      await this.during('random', () => this.random());
    } finally {
      this.run.context.sender.close();
    }
    const results = resultsOf(this.run, this.phases);
    return { ...results, notices: [...results.notices, ...unasked(this.run)] };
  }

  private async coverage(): Promise<void> {
    const { context } = this.run;
    if (context.options.stateless !== true) await discover(this.stateful, context.items);
    await this.cover(this.operations.first);
    await this.run.findCauses();
  }

  private async cover(operations: readonly Operation[]): Promise<void> {
    const { run } = this;
    const cases = coverageCases(run.context, operations);
    await inParallel(cases, run.context.options.parallel, this.isOver, async (testCase) => {
      if (isSendable(testCase.request)) {
        await askConditionally(run, await run.test(testCase), this.isOver);
      }
      this.tell();
    });
  }

  private async sequences(): Promise<void> {
    const { items, options } = this.run.context;
    if (options.readOnly === true || options.stateless === true) return;
    // Removed items are made again: for the sequences, and then for the random requests.
    await runStateful(this.stateful, await discover(this.stateful, items, 'second'));
    await discover(this.stateful, items, 'third');
  }

  private async random(): Promise<void> {
    const { first, last } = this.operations;
    const { run, share } = this;
    if (last.length > 0) this.share = share * BEFORE_THE_LAST;
    await this.sendRandom(first);
    await run.tryWaiting();
    await cleanUp(this.stateful, run.context.items);
    this.endedBefore = this.end;
    [this.share, this.isAtLast] = [share, true];
    await this.cover(last);
    await this.sendRandom(last);
    await run.tryWaiting();
  }

  /** Sends DELETE requests last, since other operations need the items they remove. */
  private async sendRandom(all: readonly Operation[]): Promise<void> {
    const { run } = this;
    const isRemoving = ({ method }: Operation): boolean => method === 'DELETE';
    for (const group of [all.filter((each) => !isRemoving(each)), all.filter(isRemoving)]) {
      const cases = group.map((operation) => new OperationCases(run.context, operation));
      await sendRandom(run, cases, this.isOver, this.tell);
    }
  }

  private async during(phase: keyof typeof SHARES, work: () => Promise<void>): Promise<void> {
    this.phase = phase;
    const { budget, tally, options } = this.run.context;
    const begun = Math.min(1, budget.elapsedMs / options.limits.timeMs);
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
    return this.end !== undefined || this.run.context.ended.haveEnded;
  };

  private get end(): PhaseResult['ended'] | undefined {
    const { budget, ended } = this.run.context;
    const isEarly = ended.haveEnded && !this.isAtLast;
    return budget.end(this.share) ?? (isEarly ? 'credentials ended' : undefined);
  }

  private readonly tell = (): void => {
    const { phase, run } = this;
    const { options, tally } = run.context;
    options.onProgress?.({ phase, requests: tally.requests, findings: run.findings.size });
  };
}
