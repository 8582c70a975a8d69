import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../bench/progress';
import { FuzzCounts } from './fuzz-counts';
import { makeScript } from './make-script';
import { memoryOf } from './memory';
import { playScript } from './play-script';
import { ENDING_MS, isServing } from './liveness';
import { ProblemLog } from './problem-log';
import { isLasting } from './requests/request';
import { isAbort, type Script } from './script';
import type { Stage } from './stage';
import { Verifier } from './verifier';

/** A stage, whose folder is for the scripts that found something. */
export interface FuzzOptions extends Stage {
  /** As many are sent at least, unless the service ends too often. */
  readonly requests: number;
  /** Scripts that are under way at once. */
  readonly connections: number;
}

/** Share of the requests after which the memory of the service should grow no more. */
const WARM_UP = 0.25;

/** A service that ends again and again is known well enough. */
const MOST_PROCESS_ENDS = 20;

/** Connections between two lines of progress. */
const PROGRESS = 1_000;

/** Has the service breathe before its memory is looked at the last time. */
const SETTLE_MS = 500;

/** Plays the scripts of a run, many at once, and holds what comes back against each of them. */
export class Fuzz {
  readonly counts = new FuzzCounts();
  private readonly problems: ProblemLog;
  private readonly underWay = new Set<Script>();
  private nextConnection = 0;
  /** Scripts that were under way when the process ended the first time. */
  private suspects: readonly Script[] | undefined;
  private restart: Promise<void> | undefined;

  constructor(private readonly options: FuzzOptions) {
    this.problems = new ProblemLog(options);
  }

  /** Plays until as many requests are sent as are wanted. */
  async run(): Promise<void> {
    const { counts, options } = this;
    const begin = performance.now();
    await Promise.all(Array.from({ length: options.connections }, () => this.playScripts()));
    counts.seconds = (performance.now() - begin) / 1_000;
    await this.end();
    const memory = await this.memory();
    counts.rss = { ...counts.rss, ...(memory && { end: memory.now, peak: memory.peak }) };
  }

  /** Plays one script that is given. */
  async replay(script: Script): Promise<void> {
    await this.play(script);
    await this.end();
  }

  private async end(): Promise<void> {
    await sleep(SETTLE_MS);
    await this.serving();
    await this.findCulprit();
    this.problems.tell(this.options.findings);
  }

  private get isEnough(): boolean {
    const { requests, processEnds } = this.counts;
    return requests >= this.options.requests || processEnds >= MOST_PROCESS_ENDS;
  }

  private async playScripts(): Promise<void> {
    const { counts, options } = this;
    while (!this.isEnough) {
      await this.serving();
      await this.play(makeScript(options.seed, this.nextConnection++));
      if (counts.requests > options.requests * WARM_UP) await this.endWarmUp();
      if (counts.connections % PROGRESS === 0) say(`hostile: ${counts.requests} requests`);
    }
  }

  private async play(script: Script): Promise<void> {
    const { counts, underWay, options } = this;
    const { port } = options.service;
    if (port === undefined) return;
    underWay.add(script);
    const verifier = new Verifier(script);
    const played = await playScript(port, script, verifier, (status) => {
      counts.addStatus(status);
    });
    if (played !== undefined) counts.addScript(script);
    // That the process has ended is known a little later than what the script has done to it.
    if (played === undefined || isAbort(script)) await sleep(ENDING_MS);
    this.settle(verifier, played?.bytes ?? 0);
    const [problem] = verifier.problems;
    // What an ended service did not answer is not the script's finding; that it ended is.
    if (problem !== undefined && (await isServing(port))) {
      counts.problems[problem.sort]++;
      this.problems.note(script, problem);
    }
    underWay.delete(script);
  }

  /** Tells the ledger what must be in the store now. */
  private settle(verifier: Verifier, bytes: number): void {
    const { ledger } = this.options;
    const { acknowledged, possible, forbidden } = verifier.verdict(bytes);
    for (const plant of [...acknowledged, ...possible]) ledger.ask(plant);
    for (const plant of acknowledged) ledger.accepted(plant);
    for (const { plant, why } of forbidden) ledger.forbid(plant, why);
  }

  /** Waits until the service runs; one that has ended is started again, and its end is a finding. */
  private async serving(): Promise<void> {
    if (this.options.service.port !== undefined) return;
    this.restart ??= this.startAgain().finally(() => {
      this.restart = undefined;
    });
    await this.restart;
  }

  private async startAgain(): Promise<void> {
    const scripts = [...this.underWay];
    const odd = scripts.filter(({ requests }) => !requests.every(isLasting));
    const suspects = odd.length > 0 ? odd : scripts;
    for (const script of suspects) this.problems.keep(script);
    this.suspects ??= suspects;
    this.counts.processEnds++;
    await this.options.service.start();
  }

  /** Plays the scripts that were under way at the first end of the process alone, until it ends again. */
  private async findCulprit(): Promise<void> {
    const { service, findings } = this.options;
    if (this.suspects === undefined) return;
    const connections = this.suspects.map(({ connection }) => connection).join(', ');
    const times = this.counts.processEnds;
    findings.unexpected(`the process ended ${times} times, first by one of ${connections}`);
    for (const script of this.suspects) {
      const { port = 0 } = service;
      await playScript(port, script, new Verifier(script), () => undefined);
      if (await isServing(port)) continue;
      findings.unexpected(`connection ${script.connection} alone ends the process`);
      await service.start();
      return;
    }
  }

  private async endWarmUp(): Promise<void> {
    const { rss } = this.counts;
    if (rss.warm !== undefined) return;
    rss.warm = NaN; // being asked for
    rss.warm = (await this.memory())?.now ?? NaN;
  }

  private memory(): ReturnType<typeof memoryOf> {
    const { pid } = this.options.service;
    return pid === undefined ? Promise.resolve(undefined) : memoryOf(pid);
  }
}
