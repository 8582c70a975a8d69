import { PgBouncer, whyNoPgBouncer } from '../../../lab/postgres/pgbouncer';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import type { Store } from '../../../../src/plant-store/stores/store';
import { collect } from '../collect';
import { describeOwnPostgres } from './test-server';

const why = whyNoPgBouncer();
if (why === undefined) {
  describeOwnPostgres('PgBouncer', (server) => {
    it.each(['session', 'transaction'] as const)(
      'leads to the database by %s, and what it keeps from it is said',
      async (mode) => {
        const bouncer = await PgBouncer.create(server(), mode);
        const url = bouncer.url(await server().createDatabase());
        const lines: string[] = [];
        const open = (): Promise<Store> =>
          openStore(url, { role: 'server' }, (line) => void lines.push(line));
        try {
          const store = await open();
          const plants = [1n, 2n, 3n].map((id) => ({ id, name: 'Fern' }));
          await Promise.all(plants.map((plant) => store.plants.create(plant)));
          expect(await store.plants.create({ id: 1n, name: 'Fern' })).toBe('same');
          expect(await collect(store.plants.list())).toEqual(plants);
          await store.ping();
          await store.close();
          expect(lines.splice(0)).toEqual([
            'the database has no statement_timeout, though the URL sets 5000 ms, probably because a pooler ignores it: ALTER ROLE "plants" SET statement_timeout = 5000',
          ]);

          await server().query('ALTER ROLE "plants" SET statement_timeout = 5000');
          await bouncer.kill();
          await bouncer.start();
          await (await open()).close();
          expect(lines).toEqual([]);
        } finally {
          await server().query('ALTER ROLE "plants" RESET statement_timeout');
          await bouncer.remove();
        }
      },
    );
  });
} else {
  process.stderr.write(`skipped: PgBouncer, since ${why}\n`);
  it.skip(`PgBouncer (skipped: ${why})`, () => undefined);
}
