import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPrograms } from './patroni/programs';
import { useTempFolder } from '../../plant-store/stores/temp-folder';

const folder = useTempFolder();

function install(...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder.path(''), file)), { recursive: true });
    writeFileSync(join(folder.path(''), file), '', { mode: 0o755 });
  }
}

function installPostgres(version: string, programs: readonly string[]): void {
  install(...programs.map((name) => `usr/lib/postgresql/${version}/bin/${name}`));
}

it('names the packages of Debian that a cluster lacks', () => {
  expect(findPrograms(folder.path(''))).toEqual({
    refusal:
      'it needs packages of Debian that are not installed: patroni, etcd-server, postgresql-15 (or another version)',
  });
  install('usr/bin/etcd', 'usr/bin/patroni');
  installPostgres('16', ['postgres', 'initdb']);
  expect(findPrograms(folder.path(''))).toEqual({
    refusal:
      'it needs packages of Debian that are not installed: patroni, postgresql-15 (or another version)',
  });
});

it('takes the newest version of PostgreSQL that has all that is needed', () => {
  install('usr/bin/etcd', 'usr/bin/patroni', 'usr/bin/patronictl');
  const all = ['initdb', 'pg_basebackup', 'pg_ctl', 'pg_rewind', 'postgres'];
  installPostgres('9', all);
  installPostgres('15', all);
  installPostgres('16', ['postgres']);
  expect(findPrograms(folder.path(''))).toMatchObject({
    patronictl: join(folder.path(''), 'usr/bin/patronictl'),
    postgres: join(folder.path(''), 'usr/lib/postgresql/15/bin'),
  });
});
