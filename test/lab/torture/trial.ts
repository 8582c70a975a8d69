import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../src/tools/cli/random';
import type { Plant } from '../../../src/plant-store/plants/plant-store';
import { clearAtEnd, say } from '../command';
import { Load, Tasks, type LoadCounts } from './clients';
import { Findings, Ledger } from './ledger';
import { Service, ServiceStartError, victimsOf, type Program, type Victim } from './service';
import { OverdueError, within } from './waiting';

/** What a trial begins with. */
export interface Setting {
  readonly name: string;
  readonly seed: number;
  readonly connections: number;
  /** Kills of each victim. */
  readonly kills: number;
  /** The file that is run as `plant-store`. */
  readonly main: string;
  /** An empty folder of the trial's own. */
  readonly folder: string;
  /**
   * Whether clients also send plants that were acknowledged, which could put a lost one back
   * before anybody looks. By default they do.
   */
  readonly isRepeating?: boolean;
  /** Milliseconds that clients wait after a 503; by default very few. */
  readonly retryAfterMs?: number;
}

interface TrialResult {
  readonly name: string;
  readonly kills: number;
  /** Creates of new plants that were acknowledged. */
  readonly acknowledged: number;
  readonly counts: LoadCounts;
  readonly findings: Findings;
}

/** The result of a scenario: why it cannot be run here, or a trial's, with lines of text for what it measured. */
export type Outcome =
  | { readonly name: string; readonly skipped: string }
  | (TrialResult & { readonly figures?: string });

/** Clients that create plants in one database through one or more services, while things are killed. */
export class Trial {
  readonly findings = new Findings();
  readonly ledger = new Ledger(this.findings);
  readonly services: readonly Service[];
  /** For the choices of a scenario; the plants come from another one, so that neither moves the other. */
  readonly random: Random;
  private kills = 0;
  private running: Load | undefined;

  /** @param serviceNames one for each service that works on the database */
  constructor(
    private readonly setting: Setting,
    private readonly databaseUrl: string,
    serviceNames: readonly string[],
  ) {
    const { name, seed } = setting;
    this.random = new Random(`${seed} ${name} kills`);
    this.services = serviceNames.map(
      (service) => new Service(service, { ...setting, databaseUrl }, this.findings),
    );
  }

  /**
   * Starts the services and the clients, does what the scenario does, lets all requests have their
   * responses, and compares what is stored then with what was acknowledged.
   */
  async run(torture: () => Promise<void>): Promise<TrialResult> {
    try {
      await this.start();
      await torture();
      this.say('waiting for the last responses');
      await this.load.stop();
      await this.check();
      this.ledger.assertSettled();
    } catch (error) {
      // What does not happen in time, or does not start again, is a result.
      if (!(error instanceof OverdueError || error instanceof ServiceStartError)) throw error;
      this.findings.unexpected(error.message);
    } finally {
      this.running?.abandon();
      await Promise.all(this.services.map((service) => service.kill()));
    }
    const { ledger, kills, findings } = this;
    const { acknowledged } = ledger;
    return { name: this.setting.name, kills, acknowledged, counts: this.load.counts, findings };
  }

  /** The services, and where they have workers, any of those. */
  get victims(): readonly Victim[] {
    return victimsOf(this.services, this.random);
  }

  get load(): Load {
    if (this.running === undefined) throw new Error('The trial has no clients yet');
    return this.running;
  }

  async kill(victim: Pick<Victim, 'name' | 'kill'>): Promise<void> {
    await victim.kill();
    this.kills++;
    const { acknowledged } = this.ledger;
    this.say(`${this.kills} kills, ${acknowledged} plants acknowledged (${victim.name})`);
  }

  /** Lets the clients go on when all that is known to be kept has been found. */
  async checkAndGoOn(): Promise<void> {
    await this.check();
    this.load.isHeld = false;
  }

  say(what: string): void {
    say(`${this.setting.name}: ${what}`);
  }

  private check(): Promise<void> {
    const { setting, databaseUrl, ledger, findings } = this;
    return checkListing({ ...setting, databaseUrl }, ledger, findings);
  }

  private async start(): Promise<void> {
    const { ledger, findings, services, setting } = this;
    const random = new Random(`${setting.seed} ${setting.name} plants`);
    const tasks = new Tasks(random, ledger, setting.isRepeating);
    const { retryAfterMs } = setting;
    const options = {
      ...{ targets: services, tasks, ledger, findings, random },
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
    this.running = new Load(options, setting.connections);
    await Promise.all(services.map((service) => service.start()));
  }
}

/** A start takes about as long: a kill within it may come before, at or after the opening of the store. */
const START_MS = 400;
const MOST_RESPONSES_EXPONENT = 11;
const MOST_MS = 300;
/** When there are no responses by then, the kill comes all the same. */
const RESPONSES_LIMIT_MS = 5_000;

const SHARES = { soonAgain: 0.2, besideLoad: 0.3 } as const;

/** Kills one victim after the other under load, starts each again, and looks for what must be there. */
export async function strikeAll(trial: Trial, victims: readonly Victim[]): Promise<void> {
  const { random, load } = trial;
  const left = [...victims];
  for (let victim = left.shift(); victim !== undefined; victim = left.shift()) {
    await randomMoment(random, load);
    await trial.kill(victim);
    // Clients who send plants once more could put a lost one back before anybody looks.
    load.isHeld = !random.chance(SHARES.besideLoad);
    if (left[0] === victim && random.chance(SHARES.soonAgain)) {
      left.shift();
      await killAtStart(trial, victim);
    }
    await victim.start();
    await trial.checkAndGoOn();
  }
}

/** Often within a commit, which is where a service under load is most of the time. */
export async function randomMoment(random: Random, load: Load): Promise<void> {
  if (random.chance(0.5)) {
    await sleep(random.integer(0, MOST_MS));
    return;
  }
  // At a response: whatever is replied to before it is stored is lost then.
  const responses = random.integer(1, 2 ** random.integer(0, MOST_RESPONSES_EXPONENT));
  await Promise.race([load.afterResponses(responses), sleep(RESPONSES_LIMIT_MS)]);
}

async function killAtStart(trial: Trial, victim: Victim): Promise<void> {
  const started = victim.start();
  // What it is rejected with is thrown below; without this, Node would end meanwhile.
  started.catch(() => undefined);
  await sleep(trial.random.integer(0, START_MS));
  await trial.kill(victim);
  await started;
}

const EXPORT_LIMIT_MS = 120_000;

/** Compares what `plant-store export` prints with the ledger. */
async function checkListing(program: Program, ledger: Ledger, findings: Findings): Promise<void> {
  const check = ledger.beginCheck();
  const failure = await exportLines(program, (line) => {
    const plant = parseLine(line);
    if (plant === undefined) findings.unexpected(`export printed ${JSON.stringify(line)}`);
    else check.see(plant);
  });
  if (failure === undefined) check.end();
  else findings.unexpected(`export ended with ${failure}`);
}

/** @returns how it ended, when not well */
function exportLines(
  { main, databaseUrl }: Program,
  onLine: (line: string) => void,
): Promise<string | undefined> {
  const child = spawn(process.execPath, [main, 'export'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { DATABASE_URL: databaseUrl },
  });
  const cleared = clearAtEnd(() => child.kill('SIGKILL'));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  // Not node:readline, which takes U+2028 for the end of a line.
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('close', (code, signal) => {
      cleared();
      if (rest !== '') onLine(rest);
      resolve(code === 0 ? undefined : `${String(code ?? signal)}: ${complaint.trim()}`);
    });
  });
  return within(EXPORT_LIMIT_MS, 'plant-store export', ended).finally(() => child.kill('SIGKILL'));
}

/** Not through `JSON.parse` alone, which rounds the id. */
function parseLine(line: string): Plant | undefined {
  const id = /^\{"id":(-?\d+),"name":"/.exec(line)?.[1];
  if (id === undefined) return undefined;
  try {
    const { name, tag } = JSON.parse(line) as { name: string; tag?: string };
    return { id: BigInt(id), name, ...(tag !== undefined && { tag }) };
  } catch {
    return undefined;
  }
}
