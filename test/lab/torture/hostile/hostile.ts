import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../../../src/cli/command-line';
import { say } from '../../command';
import { Findings } from '../ledger';
import type { TortureOptions } from '../options';
import { isMarked } from '../plants';
import { memoryOf } from '../service';
import type { Outcome, Setting } from '../trial';
import { playScript } from './play-script';
import { makeScript, parseScript, scriptText, type Script } from './script';
import { besiege, PoliteClients } from './siege';
import { onStage, type Stage } from './stage';
import { Verifier } from './verifier';

/** What the scenario is given. */
export type HostileSetting = Setting & Pick<TortureOptions, 'requests' | 'siegeSeconds' | 'replay'>;

/**
 * Less than the fuzzer waits, so that it sees what the service gives up, and longer than a busy machine lets
 * a request wait that has been sent whole.
 */
const REQUEST_TIMEOUT_MS = 12_000;

const POLITE_CLIENTS = 2;

/** Clients that send what they should not, in every way there is, and others that do nothing wrong. */
export async function tortureHostile(setting: HostileSetting): Promise<Outcome> {
  const { name, seed, requests, siegeSeconds, replay } = setting;
  const findings = new Findings();
  const figures: (string[] | undefined)[] = [];
  if (replay !== undefined || requests > 0) {
    const script = replay === undefined ? undefined : readScript(replay);
    const service = { env: { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) } };
    figures.push(
      await onStage(setting, 'fuzz', service, isMarked, findings, (stage) =>
        fuzz({ ...setting, ...stage }, script),
      ),
    );
  }
  if (replay === undefined && siegeSeconds > 0) {
    const service = { nodeOptions: ['--max-old-space-size=256'] };
    figures.push(
      await onStage(setting, 'siege', service, isMarked, findings, (stage) =>
        besiege(stage, siegeSeconds),
      ),
    );
  }
  const lines = figures.flatMap((part) => part ?? []);
  return { name, findings, figures: [`hostile, seed ${seed}`, ...lines].join('\n  ') };
}

/** Plays scripts of a seed beside well-behaved clients, or one script that is given. */
async function fuzz(options: FuzzOptions, script: Script | undefined): Promise<string[]> {
  const fuzzer = new Fuzz(options);
  const begin = performance.now();
  const polite = new PoliteClients(options, script === undefined ? POLITE_CLIENTS : 0);
  await (script === undefined ? fuzzer.run() : fuzzer.replay(script));
  await polite.stop();
  const seconds = (performance.now() - begin) / 1_000;
  const { requests, connections, problemCount, rss } = fuzzer;
  const lines = [
    `requests     ${requests} in ${seconds.toFixed(1)} s`,
    `connections  ${connections}, ${problemCount} of them with a problem`,
  ];
  if (script !== undefined) return lines;
  const memory = `${rss.warm.toFixed(0)} MiB after the warm-up, ${rss.end.toFixed(0)} MiB at the end`;
  return [...lines, `well-behaved ${polite.summary}`, `RSS          ${memory}`];
}

function readScript(file: string): Script {
  try {
    return parseScript(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = (error as Error).message;
    throw new CommandError(`--replay must name a file that a run has kept; ${file}: ${reason}`);
  }
}

/** A stage, whose folder is for the scripts that found something. */
interface FuzzOptions extends Stage {
  /** As many are sent at least, unless the service ends. */
  readonly requests: number;
  /** Scripts that are under way at once. */
  readonly connections: number;
}

/** Share of the requests after which the memory of the service should grow no more. */
const WARM_UP = 0.25;

/** MiB that the service may have more at the end than after the warm-up. */
const RSS_GROWTH = 64;

/** Fewer requests say nothing of memory. */
const LEAST_FOR_MEMORY = 50_000;

/** Connections between two lines of progress. */
const PROGRESS = 1_000;

/** Has the service breathe before its memory is looked at the last time, and its end be known. */
const SETTLE_MS = 500;

/** Scripts kept in files for each problem. */
const KEPT_SCRIPTS = 3;

/** Plays the scripts of a run, many at once, and verifies what comes back. */
class Fuzz {
  /** What was sent. */
  requests = 0;
  connections = 0;
  /** Of the service in MiB, after the warm-up and at the end. */
  readonly rss = { warm: NaN, end: NaN };
  /** Problems by what they are, however many connections meet them. */
  private readonly problems = new Map<string, { readonly first: string; times: number }>();
  /** Those that began last: one of them has ended the service, if it has ended. */
  private recent: Script[] = [];
  private nextConnection = 0;

  constructor(private readonly options: FuzzOptions) {}

  /** Plays until as many requests are sent as are wanted, or the service ends. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.options.connections }, () => this.playScripts()));
    await this.end();
    this.rss.end = this.memory();
    this.judgeMemory();
  }

  /** Plays one script that is given. */
  async replay(script: Script): Promise<void> {
    await this.play(script);
    await this.end();
  }

  /** Connections that met a problem. */
  get problemCount(): number {
    return [...this.problems.values()].reduce((sum, { times }) => sum + times, 0);
  }

  private async playScripts(): Promise<void> {
    const { service, requests, seed } = this.options;
    while (this.requests < requests && service.port !== undefined) {
      await this.play(makeScript(seed, this.nextConnection++));
      if (Number.isNaN(this.rss.warm) && this.requests > requests * WARM_UP) {
        this.rss.warm = this.memory();
      }
      if (this.connections % PROGRESS === 0) say(`hostile: ${this.requests} requests`);
    }
  }

  private async play(script: Script): Promise<void> {
    const { service, connections } = this.options;
    this.recent = [...this.recent, script].slice(-2 * connections);
    const verifier = new Verifier(script);
    const sent = await playScript(service.port ?? 0, script, verifier);
    if (sent !== undefined) {
      this.connections++;
      this.requests += script.requests.length;
    }
    this.settle(verifier, sent ?? 0);
    const [problem] = verifier.problems;
    // A service that has ended is a finding of its own.
    const isMissed = sent === undefined || problem !== undefined;
    if (!isMissed || !(await service.isServing())) return;
    this.note(script, problem ?? { kind: 'connection', what: 'nobody takes it' });
  }

  /** Tells the ledger what must be in the store now. */
  private settle(verifier: Verifier, bytes: number): void {
    const { ledger } = this.options;
    const { acknowledged, possible, forbidden } = verifier.verdict(bytes);
    for (const plant of [...acknowledged, ...possible]) ledger.ask(plant);
    for (const plant of acknowledged) ledger.accepted(plant);
    for (const { plant, why } of forbidden) ledger.forbid(plant, why);
  }

  /** Counts a problem, and keeps the script if it is one of the first that met it. */
  private note(script: Script, { kind, what }: Verifier['problems'][number]): void {
    // Places differ, the problem does not.
    const key = `${kind}: ${what.replaceAll(/(response|request) \d+(?: of \d+)?|, to ".*/g, '$1')}`;
    const first = `connection ${script.connection}, ${kind}: ${what}`;
    const entry = this.problems.get(key) ?? { first, times: 0 };
    this.problems.set(key, entry);
    if (++entry.times <= KEPT_SCRIPTS) this.keep(script);
  }

  /** Keeps a script in a file, for --replay. */
  private keep(script: Script): void {
    const { folder, seed } = this.options;
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, `connection-${script.connection}.json`),
      scriptText(seed, script),
    );
  }

  private async end(): Promise<void> {
    const { service, findings } = this.options;
    await sleep(SETTLE_MS);
    for (const { first, times } of this.problems.values()) {
      findings.unexpected(times > 1 ? `${first} (and on ${times - 1} other connections)` : first);
    }
    if (service.port === undefined) await this.findCulprit();
  }

  /** Plays the scripts that may have ended the service alone, one after the other, until it ends again. */
  private async findCulprit(): Promise<void> {
    const { service, findings } = this.options;
    for (const script of this.recent) this.keep(script);
    await service.start();
    for (const script of this.recent) {
      const verifier = new Verifier(script);
      this.settle(verifier, (await playScript(service.port ?? 0, script, verifier)) ?? 0);
      if (await service.isServing()) continue;
      findings.unexpected(`connection ${script.connection} alone ends the service`);
      await service.start();
      return;
    }
  }

  private judgeMemory(): void {
    const { requests, rss, options } = this;
    const growth = rss.end - rss.warm;
    if (requests < LEAST_FOR_MEMORY || !(growth > RSS_GROWTH)) return;
    options.findings.unexpected(
      `fuzz: the RSS grows by ${growth.toFixed(0)} MiB after the warm-up, over ${RSS_GROWTH} MiB`,
    );
  }

  private memory(): number {
    return memoryOf(this.options.service.pid);
  }
}
