import { readdirSync } from 'node:fs';
import path from 'node:path';
import { canRun, findProgram } from '../installed';

/** The paths of the programs of a cluster. */
export interface Programs {
  readonly etcd: string;
  readonly patroni: string;
  readonly patronictl: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
}

/** Where Debian keeps each version of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'pg_basebackup', 'pg_ctl', 'pg_rewind', 'postgres'];

/**
 * Looks for the programs where packages put them.
 *
 * @param root of the file system
 * @returns the programs, or why there are not all of them, with the remedy
 */
export function findPrograms(root = '/'): Programs | { readonly refusal: string } {
  const etcd = findProgram('etcd', root);
  const patroni = findProgram('patroni', root);
  const patronictl = findProgram('patronictl', root);
  const postgres = findPostgres(path.join(root, VERSIONS));
  if (
    etcd !== undefined &&
    patroni !== undefined &&
    patronictl !== undefined &&
    postgres !== undefined
  ) {
    return { etcd, patroni, patronictl, postgres };
  }
  const missing = [
    ...(patroni === undefined || patronictl === undefined ? ['patroni'] : []),
    ...(etcd === undefined ? ['etcd-server'] : []),
    ...(postgres === undefined ? ['postgresql-15 (or another version)'] : []),
  ];
  return { refusal: `it needs packages of Debian that are not installed: ${missing.join(', ')}` };
}

/** The newest version that has all programs. */
function findPostgres(versions: string): string | undefined {
  try {
    return readdirSync(versions)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => path.join(versions, version, 'bin'))
      .find((folder) => NEEDED.every((name) => canRun(path.join(folder, name))));
  } catch {
    return undefined;
  }
}
