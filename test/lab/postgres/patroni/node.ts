import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../free-port';
import { giveToServer } from '../give-to-server';
import { dataFolder, nodeConfig } from './node-config';
import { serverProcesses, signalAll, startProgram } from './processes';

/** A PostgreSQL with the Patroni that looks after it. */
export class PatroniNode {
  private child: ChildProcess | undefined;

  private constructor(
    readonly name: string,
    private readonly program: string,
    readonly folder: string,
    readonly port: number,
    readonly apiPort: number,
  ) {}

  /** Makes its folder; {@link start} starts it. */
  static async prepare(
    name: string,
    place: { readonly folder: string; readonly etcd: string },
    programs: { readonly patroni: string; readonly postgres: string },
  ): Promise<PatroniNode> {
    const folder = path.join(place.folder, name);
    mkdirSync(folder);
    giveToServer(folder);
    const port = await freePort();
    const apiPort = await freePort();
    const node = new PatroniNode(name, programs.patroni, folder, port, apiPort);
    const config = { name, folder, port, apiPort, etcd: place.etcd, programs: programs.postgres };
    writeFileSync(node.configFile, nodeConfig(config), { mode: 0o644 });
    return node;
  }

  get configFile(): string {
    return path.join(this.folder, 'patroni.yml');
  }

  /** Harmless when it runs. */
  start(): void {
    if (this.child !== undefined) return;
    const log = path.join(this.folder, 'log');
    const child = startProgram(this.program, [this.configFile], { folder: this.folder, log });
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    this.child = child;
  }

  /** Kills PostgreSQL alone, which Patroni starts again. */
  killPostgres(): void {
    signalAll(this.postgres(), 'SIGKILL');
  }

  /** Kills both. Resolves when Patroni has ended; harmless when it does not run. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.pid !== undefined) signalAll([child.pid], 'SIGKILL');
    this.killPostgres();
    if (child?.exitCode === null && child.signalCode === null) {
      await once(child, 'exit');
    }
  }

  /** Has both stand still, with their connections open: to others it is as if no packet came through. */
  freeze(): void {
    signalAll(this.all(), 'SIGSTOP');
  }

  /** Lets both go on. */
  thaw(): void {
    signalAll(this.all(), 'SIGCONT');
  }

  private all(): number[] {
    const own = this.child?.pid;
    return [...(own === undefined ? [] : [own]), ...this.postgres()];
  }

  private postgres(): number[] {
    return serverProcesses(dataFolder(this.folder));
  }
}
