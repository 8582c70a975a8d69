import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../free-port';
import { giveToServer } from '../give-to-server';
import { signalAll, startProgram } from './processes';

/** One etcd, where the nodes of a cluster agree on who is the primary. */
export class Etcd {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
  ) {}

  /** @param folder of the cluster */
  static async start(program: string, folder: string): Promise<Etcd> {
    const home = path.join(folder, 'etcd');
    mkdirSync(home);
    giveToServer(home);
    const address = `127.0.0.1:${await freePort()}`;
    const peer = `http://127.0.0.1:${await freePort()}`;
    const args = [
      ...[
        '--name',
        'etcd',
        '--data-dir',
        path.join(home, 'data'),
        '--logger',
        'zap',
        '--enable-v2',
      ],
      ...[
        '--listen-client-urls',
        `http://${address}`,
        '--advertise-client-urls',
        `http://${address}`,
      ],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `etcd=${peer}`],
    ];
    const child = startProgram(program, args, { folder: home, log: path.join(home, 'log') });
    return new Etcd(address, child);
  }

  end(): void {
    if (this.child.pid !== undefined) signalAll([this.child.pid], 'SIGKILL');
  }
}
