import { loadContract, ValueMaker } from '../generate/index';
import type { OperationRequest } from '../examples/operation-request';
import { BasePaths } from './base-paths';
import { Budget } from './budget';
import { coverageCases } from './cases/coverage';
import { type CaseContext, OperationCases } from './cases/operation-cases';
import { KnownCoverage } from './cases/known-coverage';
import { checks } from './checks/index';
import type { ConformanceOptions } from './conformance-options';
import { Credentials } from './credentials';
import { isSendable } from './http/sendable';
import { Sender } from './http/send';
import { inParallel } from './in-parallel';
import { RequestJudge } from './judge/judge-request';
import { HyperjumpValidator } from './judge/second-validator';
import { sendRandom } from './random/random-phase';
import { Random } from '../random';
import type { PhaseResult, Results } from './results';
import { resultsOf } from './results-of';
import { Run } from './run';
import { cleanUp, discover } from './stateful/discover';
import { engineRun } from './stateful/engine-run';
import { KnownItems } from './stateful/known-items';
import { runStateful } from './stateful/run-stateful';
import type { StatefulRun } from './stateful/stateful-run';
import { Tally } from './tally';
import type { Phase } from './test-case';

export type { ConformanceOptions, Progress } from './conformance-options';
export type { Results } from './results';

/** How far into the time of a run each phase may go. */
const SHARES = { coverage: 0.6, stateful: 0.8, random: 1 };

/**
 * Tests whether a service does what its document says.
 *
 * @throws DocumentError for a document that cannot be read as OpenAPI
 * @throws UnreachableError when nothing answers at the URL
 */
export async function testConformance(options: ConformanceOptions): Promise<Results> {
  return (await ConformanceTest.of(options)).run();
}

/** Methods that change nothing. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

class ConformanceTest {
  private readonly phases: PhaseResult[] = [];
  private readonly startedAt = Date.now();
  private readonly stateful: StatefulRun;
  private phase: Phase = 'coverage';

  private constructor(
    private readonly options: ConformanceOptions,
    private readonly run_: Run,
    private readonly context: CaseContext,
    private readonly sender: Sender,
    private readonly found: { items: KnownItems },
  ) {
    const random = new Random(`stateful ${options.seed}`);
    this.stateful = engineRun(run_, context, random, this.isOver);
  }

  static async of(options: ConformanceOptions): Promise<ConformanceTest> {
    const { source, url, extensions, headers = [], limits, timeoutMs, parallel } = options;
    const { document, faults } = source;
    const loaded = loadContract(document, { faults, lazy: true, extensions, defaults: false });
    const second = await HyperjumpValidator.of(loaded);
    const judged = { source, loaded, second };
    const credentials = new Credentials(loaded.contract, options.tokens);
    const judge = await RequestJudge.of(judged, credentials);
    const paths = new BasePaths(loaded.contract, url);
    const budget = new Budget(limits);
    options.signal?.addEventListener('abort', () => {
      budget.stop();
    });
    const sender = new Sender(url, { timeoutMs, maxConnections: parallel });
    const made = checks.filter(({ id }) => options.makes?.(id) ?? true);
    const { onExchange = () => undefined } = options;
    const tally = new Tally(loaded);
    const documentTarget = (request: OperationRequest): string => paths.documentTarget(request);
    const run = new Run({
      ...{ document: judged, judge, sender, checks: made, budget, tally },
      ...{ documentTarget, onExchange },
    });
    const operations = loaded.operations.filter(
      (operation) =>
        (options.includes?.(operation) ?? true) &&
        (options.readOnly !== true || SAFE.has(operation.method)),
    );
    const maker = new ValueMaker(loaded, 1);
    const found = { items: new KnownItems(maker) };
    const context: CaseContext = {
      ...{ credentials, headers, maker },
      coverage: new KnownCoverage(loaded),
      loaded: { ...loaded, operations },
      known: (operation, parameter) =>
        options.known?.(operation, parameter) ?? found.items.exampleFor(operation, parameter),
      basePathOf: (operation) => paths.of(operation),
    };
    return new ConformanceTest(options, run, context, sender, found);
  }

  async run(): Promise<Results> {
    try {
      await this.during('coverage', () => this.coverage());
      await this.during('stateful', () => this.sequences());
      await this.during('random', () => this.random());
    } finally {
      this.sender.close();
    }
    const { options, startedAt, phases, run_ } = this;
    return resultsOf({ options, startedAt, phases, run: run_ });
  }

  private async coverage(): Promise<void> {
    const { context, options } = this;
    const { operations } = context.loaded;
    this.found.items = await discover(this.stateful);
    const cases = coverageCases(context, operations, options.readOnly === true);
    await inParallel(cases, options.parallel, this.isOver, async (testCase) => {
      if (isSendable(testCase.request)) await this.run_.test(testCase);
      this.tell();
    });
  }

  private async sequences(): Promise<void> {
    if (this.options.readOnly === true) return;
    await runStateful(this.stateful, this.found.items);
    // What was removed is made again for the random requests.
    this.found.items = await discover(this.stateful);
  }

  /** Each operation in lanes of its own, so that a document of one operation is tested in parallel too. */
  private async random(): Promise<void> {
    const { context, options } = this;
    const { operations } = context.loaded;
    const count = Math.max(1, Math.ceil(options.parallel / Math.max(1, operations.length)));
    const lanes = operations.flatMap((operation, index) =>
      Array.from({ length: count }, (_, lane) => ({ operation, index: index * count + lane })),
    );
    await inParallel(lanes, options.parallel, this.isOver, async ({ operation, index }) => {
      const cases = new OperationCases(context, operation);
      const seed = options.seed + index * 1_000_003;
      const runs = Math.ceil(options.runs / count);
      await sendRandom(this.run_, cases, { seed, runs, isOver: this.isOver });
      this.tell();
    });
    await cleanUp(this.stateful, this.found.items);
  }

  private async during(phase: PhaseResult['phase'], work: () => Promise<void>): Promise<void> {
    this.phase = phase;
    const { budget, tally } = this.run_.parts;
    const before = { requests: tally.requests, elapsedMs: budget.elapsedMs };
    await work();
    this.phases.push({
      phase,
      requests: tally.requests - before.requests,
      durationMs: budget.elapsedMs - before.elapsedMs,
      ended: this.end ?? 'complete',
    });
  }

  private readonly isOver = (): boolean => this.end !== undefined;

  private get end(): PhaseResult['ended'] | undefined {
    const share = this.phase === 'recorded' ? 1 : SHARES[this.phase];
    return this.run_.parts.budget.end(share);
  }

  private tell(): void {
    const { phase, run_ } = this;
    const { requests } = run_.parts.tally;
    this.options.onProgress?.({ phase, requests, findings: run_.findings.all.length });
  }
}
