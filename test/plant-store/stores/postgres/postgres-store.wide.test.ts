import { openStore } from '../../../../src/plant-store/stores/open-store';
import { describeStore } from '../store-suite';
import { describePostgres } from './test-server';

describePostgres('over a real server', (server) => {
  describeStore('a PostgreSQL store', async () => {
    const url = await server().createDatabase();
    return {
      open: (role) => openStore(url, { role }),
      clear: async () => {
        // A tenth of the processor time of TRUNCATE, which makes new files.
        await server().query(url, 'DELETE FROM plants; DELETE FROM tokens');
      },
      remove: () => server().dropDatabase(url),
    };
  });
});
