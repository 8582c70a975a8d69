import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { giveToServer } from '../give-to-server';
import { Etcd } from './etcd';
import { PatroniNode } from './node';
import { PASSWORD, SCOPE } from './node-config';
import type { Programs } from './programs';

/** What Patroni says of a node; there is more. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

const ASK_LIMIT_MS = 2_000;
const MAKE_LIMIT_MS = 60_000;
const STANDBYS_IN_STEP = `SELECT count(*) FILTER (WHERE sync_state = 'sync') AS sync, count(*) AS all
  FROM pg_stat_replication WHERE state = 'streaming' AND replay_lsn >= $1`;

/** PostgreSQL servers of which Patroni makes one the primary, and another one a synchronous standby. */
export class Cluster {
  private constructor(
    private readonly programs: Programs,
    readonly folder: string,
    private readonly etcd: Etcd,
    readonly nodes: readonly PatroniNode[],
  ) {}

  /** Starts a cluster in a folder of its own below the temporary one; it is empty for a while. */
  static async start(programs: Programs, size: number): Promise<Cluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'patroni-'));
    giveToServer(folder);
    const etcd = await Etcd.start(programs.etcd, folder);
    const nodes: PatroniNode[] = [];
    for (let n = 1; n <= size; n++) {
      nodes.push(await PatroniNode.prepare(`node${n}`, { folder, etcd: etcd.address }, programs));
    }
    const cluster = new Cluster(programs, folder, etcd, nodes);
    for (const node of nodes) node.start();
    return cluster;
  }

  /** Makes a database and its user. @returns a URL that names all nodes */
  async createDatabase(primary: PatroniNode): Promise<string> {
    await this.query(primary, `CREATE ROLE plants LOGIN PASSWORD '${PASSWORD}'`, [], MAKE_LIMIT_MS);
    await this.query(primary, 'CREATE DATABASE plants OWNER plants', [], MAKE_LIMIT_MS);
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join();
    return `postgres://plants:${PASSWORD}@${hosts}/plants`;
  }

  /** The node that is the primary and takes writes; undefined when there is none. */
  async primary(): Promise<PatroniNode | undefined> {
    const asked = this.nodes.map(async (node) => {
      const [row] = await this.query(node, 'SHOW transaction_read_only');
      if (row?.transaction_read_only === 'off' && (await this.isLeader(node))) return node;
      throw new Error('It is not the primary');
    });
    // Those that do not run or stand still hold up none.
    return Promise.any(asked).catch(() => undefined);
  }

  /**
   * Whether all nodes run, and each standby has replayed what the primary has written: then nothing is
   * visible that is not kept by a standby too.
   */
  async isInStep(primary: PatroniNode): Promise<boolean> {
    try {
      const members = await this.members(primary);
      if (members.length !== this.nodes.length) return false;
      // Patroni says so only when it has noted that this one may become the primary.
      if (!members.some(({ role }) => role === 'sync_standby')) return false;
      if (new Set(members.map(({ timeline }) => timeline)).size !== 1) return false;
      const [written] = await this.query(primary, 'SELECT pg_current_wal_lsn()::text AS lsn');
      const [standbys] = await this.query(primary, STANDBYS_IN_STEP, [written?.lsn]);
      return standbys?.sync === '1' && standbys.all === String(this.nodes.length - 1);
    } catch {
      return false;
    }
  }

  /** Has another node become the primary, in order. @throws Error with what patronictl says */
  async switchOver(primary: PatroniNode): Promise<void> {
    const args = [
      '-c',
      primary.configFile,
      'switchover',
      SCOPE,
      '--force',
      '--leader',
      primary.name,
    ];
    await promisify(execFile)(this.programs.patronictl, args, {
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: this.folder },
    });
  }

  /** Kills everything at once. */
  kill(): void {
    for (const node of this.nodes) void node.kill();
    this.etcd.end();
  }

  remove(): void {
    this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  private async isLeader({ name, ...node }: PatroniNode): Promise<boolean> {
    const members = await this.members(node);
    return members.some((member) => member.name === name && member.role === 'leader');
  }

  private async members({ apiPort }: Pick<PatroniNode, 'apiPort'>): Promise<readonly Member[]> {
    const signal = AbortSignal.timeout(ASK_LIMIT_MS);
    const response = await fetch(`http://127.0.0.1:${apiPort}/cluster`, { signal });
    return ((await response.json()) as { members: readonly Member[] }).members;
  }

  /** By a connection of its own, which a node that stands still does not hold up for long. */
  private async query(
    { port }: PatroniNode,
    sql: string,
    values: readonly unknown[] = [],
    limitMs = ASK_LIMIT_MS,
  ): Promise<Record<string, unknown>[]> {
    const client = new Client({
      connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
      connectionTimeoutMillis: limitMs,
      query_timeout: limitMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }
}
