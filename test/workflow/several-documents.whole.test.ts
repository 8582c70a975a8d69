import { PageService } from '../support/page-service';

/** One application with the services of two documents. */
const service = new PageService('several-documents.md');

async function get(url: string, method = 'GET'): Promise<[number, unknown]> {
  const response = await fetch(url, { method });
  return [response.status, await response.json()];
}

it('serves each document under its path, with its own failures', async () => {
  const handlers = ['handlers/v1/getTree.ts', 'handlers/v2/getTree.ts'];
  const own = ['v1.yaml', 'v2.yaml', 'trees.ts', ...handlers, 'server.ts'];
  service.write(own, ['tsconfig.json']);
  expect(service.generate().match(/was generated from v[12]\.yaml/g)).toHaveLength(2);
  await service.serve(async (url) => {
    expect(await get(`${url}/v1/trees/1`)).toEqual([200, 'Quercus']);
    expect(await get(`${url}/v2/trees/1`)).toEqual([200, { species: 'Quercus', height: 12.5 }]);
    expect(await get(`${url}/v1/trees/2`)).toEqual([404, { message: 'There is no such tree' }]);
    expect(await get(`${url}/v2/trees/2`)).toMatchObject([404, { status: 404 }]);
    expect(await get(`${url}/v1/trees/x`)).toMatchObject([
      400,
      { message: expect.stringContaining('"id"') as string },
    ]);
    expect(await get(`${url}/v2/shrubs`)).toMatchObject([404, { status: 404 }]);
    expect(await get(`${url}/v1/trees/1`, 'DELETE')).toMatchObject([
      405,
      { message: expect.stringContaining('DELETE') as string },
    ]);
    expect(await get(`${url}/trees/1`)).toMatchObject([404, { status: 404 }]);
  });
  expect(service.check().match(/up to date/g)).toHaveLength(2);
});
