import { PostgresServer } from './postgres/postgres-server';
import { openStore } from '../src/stores/open-store';
(async () => {
  const s = await PostgresServer.create();
  const T = Date.now(); const log = (...a: unknown[]) => console.log(Date.now() - T, ...a);
  try {
    await s.query(`CREATE DATABASE odd TEMPLATE template0 ENCODING 'LATIN1'`);
    log('made');
    setTimeout(async () => { log((await s.query('select pid, datname, state, wait_event, query, application_name from pg_stat_activity where datname is not null'))); console.log(s.log()) }, 2000);
    await openStore(s.url('odd'), { role: 'server' }).catch((e) => log(String(e)));
    log('refused');
    await Promise.race([s.query('DROP DATABASE odd'), new Promise(r => setTimeout(r, 6000))]);
    log('dropped');
  } finally { await s.remove(); }
})();
