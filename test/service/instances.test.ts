import { createToken } from '../../src/plant-store/access/opaque-token';
import { openStore } from '../../src/plant-store/stores/open-store';
import { startPlantService, type PlantService } from '../support/plant-service';
import { describePostgres } from '../plant-store/stores/postgres/test-server';

describePostgres('instances', (server) => {
  it('take a token at once, and refuse it soon after it is revoked by anybody', async () => {
    const url = await server().createDatabase();
    const env = { DATABASE_URL: url };
    const instances = await Promise.all([startPlantService(env), startPlantService(env)]);
    const tool = await openStore(url, { role: 'tool' });
    try {
      const { secret, record } = createToken({ label: 'ci', now: new Date() });
      const statusAt = async (instance: PlantService): Promise<number> => {
        const headers = { authorization: `Bearer ${secret}` };
        const response = await instance.post('{"id":1,"name":"Aloe"}', { headers });
        await response.arrayBuffer();
        return response.status;
      };
      for (const instance of instances) expect(await statusAt(instance)).toBe(401);
      await tool.tokens.add(record);
      for (const instance of instances) expect(await statusAt(instance)).toBe(200);
      await tool.tokens.revoke(record.id, new Date());
      for (const instance of instances) while ((await statusAt(instance)) !== 401);
    } finally {
      for (const instance of instances) await instance.close();
      const [token] = await tool.tokens.list();
      await tool.close();
      await server().dropDatabase(url);
      expect(token?.lastUsedAt).toBeInstanceOf(Date);
    }
  });
});
