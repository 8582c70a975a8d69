import createClient from 'openapi-fetch';
import { printJson } from '../../src/tools/document/print';
import type { paths as exactPaths } from '../../generated/types';
import { startPlantService, TOKEN } from '../support/plant-service';
import { addExactPlant, addPlant, plantClient } from './client';
import { useStarted } from '../support/use-started';

const service = useStarted(() => startPlantService());

const exactClient = (): ReturnType<typeof createClient<exactPaths>> =>
  createClient({ baseUrl: service.url, headers: { Authorization: `Bearer ${TOKEN}` } });

it('a client with the types for clients sends what it type-checks', async () => {
  const client = plantClient(service.url, TOKEN);
  const plant = { id: 1, name: 'Monstera deliciosa', tag: 'tropical' };
  const { id, ...rest } = plant;
  expect(await addPlant(client, plant)).toStrictEqual(rest);
  expect(await service.stored()).toStrictEqual([{ id: BigInt(id), ...rest }]);
  await expect(addPlant(client, { ...plant, name: 'Ficus' })).rejects.toThrow('1');
});

it('a client with the types for handlers cannot send what it type-checks', async () => {
  await expect(addExactPlant(exactClient(), { id: 2n, name: 'x' }, JSON.stringify)).rejects.toThrow(
    'Do not know how to serialize a BigInt',
  );
});

it('a client whose JSON is exact may have the types with bigint', async () => {
  const plant = { id: 2n ** 63n - 1n, name: 'the last' };
  expect(await addExactPlant(exactClient(), plant, (body) => printJson(body))).toBe(200);
  expect(await service.stored()).toContainEqual(plant);
});
