import path from 'node:path';

/** Where a node is and what it works with. */
export interface NodePlace {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  /** Of Patroni's own HTTP interface. */
  readonly apiPort: number;
  readonly etcd: string;
  /** The folder of PostgreSQL's programs. */
  readonly programs: string;
}

export const SCOPE = 'plants';
export const PASSWORD = 'secret';

/**
 * Seconds, as short as Patroni's rule `ttl >= loop_wait + 2 * retry_timeout` and a busy machine let them
 * be. The usual ones are 30, 10 and 10.
 */
export const TIMES = { ttl: 10, loop_wait: 1, retry_timeout: 4 } as const;

/**
 * The configuration of a node: YAML, of which JSON is a part. A primary answers for a commit when a
 * standby has flushed it, and only that standby may become the next primary.
 *
 * @see https://patroni.readthedocs.io/en/latest/replication_modes.html#synchronous-mode
 */
export function nodeConfig({ name, folder, port, apiPort, etcd, programs }: NodePlace): string {
  const local = 'host all all 127.0.0.1/32 scram-sha-256';
  return JSON.stringify({
    scope: SCOPE,
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    // Not etcd3, by which a frozen Patroni 3.0.2 takes back the lock that another node has got.
    // @see https://github.com/patroni/patroni/pull/2689
    etcd: { hosts: etcd },
    bootstrap: {
      dcs: {
        ...TIMES,
        maximum_lag_on_failover: 2 ** 20,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            synchronous_commit: 'on',
            wal_keep_size: '256MB',
            // A standby that has lost its primary asks anew after this; usually 5 s.
            wal_retrieve_retry_interval: '500ms',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [local, 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataFolder(folder),
      bin_dir: programs,
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
      parameters: { unix_socket_directories: folder },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  });
}

export function dataFolder(folder: string): string {
  return path.join(folder, 'data');
}
