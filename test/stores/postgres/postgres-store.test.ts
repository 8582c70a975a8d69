import { openStore } from '../../../src/stores/open-store';
import { describeStore } from '../store-suite';
import { describePostgres } from './test-server';

describePostgres('over a real server', (server) => {
  describeStore('a PostgreSQL store', async () => {
    const url = await server().createDatabase();
    return {
      open: (role) => openStore(url, { role }),
      clear: async () => {
        await server().query(url, 'TRUNCATE plants, tokens');
      },
      remove: () => server().dropDatabase(url),
    };
  });
});
