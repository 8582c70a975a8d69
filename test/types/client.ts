/* Compiled by types.test.ts, run by client.test.ts: a client made with openapi-fetch, and what it must not do. */
import createClient, { type Client } from 'openapi-fetch';
import type { NewPlant, paths, Plant } from '../../generated/client-types';
import type { paths as handlerPaths } from '../../generated/types';

/** A client of a service, with a bearer token. */
export function plantClient(baseUrl: string, token: string): Client<paths> {
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
}

/** Adds a plant. @throws Error with the message of the service when it refuses */
export async function addPlant(client: Client<paths>, plant: NewPlant): Promise<Plant> {
  const { data, error } = await client.POST('/plants', { body: plant });
  if (error !== undefined) throw new Error(error.message);
  return data;
}

/** The same with integers of 64 bits, for clients whose JSON keeps them exact. */
export async function addExactPlant(
  client: Client<handlerPaths>,
  plant: { readonly id: bigint; readonly name: string },
  bodySerializer: (body: unknown) => string,
): Promise<number> {
  const { response } = await client.POST('/plants', { body: plant, bodySerializer });
  return response.status;
}

/** Rows that must not compile. */
export async function refused(client: Client<paths>): Promise<unknown[]> {
  return [
    // @ts-expect-error JSON has no bigint
    await client.POST('/plants', { body: { id: 1n, name: 'x' } }),
    // @ts-expect-error the id is required
    await client.POST('/plants', { body: { name: 'x' } }),
    // @ts-expect-error a plant needs a body
    await client.POST('/plants'),
    // @ts-expect-error there is no such operation
    await client.TRACE('/plants'),
    // @ts-expect-error there is no such path
    await client.POST('/animals', { body: { id: 1, name: 'x' } }),
  ];
}
