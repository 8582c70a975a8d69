import { Random } from '../../../src/cli/random';
import { say } from '../bench/progress';
import { Findings } from './findings';
import { Ledger } from './ledger';
import { checkListing } from './listing';
import { Load, type LoadCounts } from './load';
import { Service, ServiceStartError, type Victim } from './service';
import { Tasks } from './tasks';
import { OverdueError } from './waiting';

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
   * Whether clients also send plants that they were told are stored, which could put a lost one back
   * before anybody looks. By default they do.
   */
  readonly isRepeating?: boolean;
  /** Milliseconds that clients wait after a 503; by default very few. */
  readonly retryAfterMs?: number;
}

/** What came of a trial. */
export interface TrialResult {
  readonly name: string;
  readonly kills: number;
  /** Creates of new plants that were acknowledged. */
  readonly acknowledged: number;
  readonly counts: LoadCounts;
  readonly findings: Findings;
  /** Lines of text with what else was measured. */
  readonly figures?: string;
}

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
   * answers, and holds what is there then against what was acknowledged.
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

  get load(): Load {
    if (this.running === undefined) throw new Error('The trial has no clients yet');
    return this.running;
  }

  async kill(victim: Victim): Promise<void> {
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
