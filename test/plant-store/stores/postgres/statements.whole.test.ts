import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '../../../lab/postgres/postgres-server';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import { collect } from '../collect';
import { useTempFolder } from '../temp-folder';
import { describeOwnPostgres } from './test-server';

const PAGE = join(__dirname, '..', '..', '..', '..', 'docs', 'postgresql.md');

/** Comments away, and white space as single spaces. */
function plain(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
}

function documented(): string[] {
  const [, block = ''] = /```sql\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
  return block
    .split(/;\n/)
    .map(plain)
    .filter((sql) => sql !== '');
}

const LOGGING = { log_statement: 'all', log_line_prefix: '<%a>' };

const stated = (server: () => PostgresServer): void => {
  const folder = useTempFolder();

  /** Of the server's log, where each further line of a text begins with a tab. */
  function sent(): Set<string> {
    const entries = readFileSync(join(server().socketFolder, 'log'), 'utf8').split(/\n(?!\t)/);
    const texts = entries.map(
      (entry) => /^<plant-store>LOG: {2}(?:statement|execute [^:]*): (.*)$/s.exec(entry)?.[1],
    );
    return new Set(texts.filter((text) => text !== undefined).map(plain));
  }

  it('are those that docs/postgresql.md lists', async () => {
    const url = await server().createDatabase();
    const guest = Object.assign(new URL(url), { username: 'guest', password: 'guest' });
    await server().query("CREATE ROLE guest LOGIN PASSWORD 'guest'");
    await expect(openStore(guest.href, { role: 'server' })).rejects.toThrow('permission denied');

    const store = await openStore(url, { role: 'server' });
    const fern = { id: 1n, name: 'Fern' };
    expect(await store.plants.create(fern)).toBe('created');
    expect(await store.plants.create(fern)).toBe('same');
    expect(await store.plants.createAll([fern, { ...fern, id: 2n }])).toEqual(['same', 'created']);
    expect(await collect(store.plants.list())).toHaveLength(2);
    await store.ping();
    const token = {
      id: 'a',
      hash: Buffer.alloc(32),
      label: 'b',
      scopes: [],
      createdAt: new Date(0),
    };
    await store.tokens.add(token);
    await store.tokens.list();
    await store.tokens.revoke('a', new Date(1));
    await store.tokens.markUsed(new Map([['a', new Date(2)]]));
    await store.counters?.prepare();
    await store.counters?.add([{ key: 'a', amount: 1, windowMs: 1_000 }]);
    await store.counters?.prune();
    await store.backup(folder.path('backup.db'));
    await store.close();

    for (const target of ['read-write', 'primary']) {
      const other = await openStore(`${url}?target_session_attrs=${target}`, { role: 'server' });
      await other.close();
    }
    expect([...sent()].sort()).toEqual(documented().sort());
  });
};

describeOwnPostgres('the statements that a store sends', stated, { settings: LOGGING });
