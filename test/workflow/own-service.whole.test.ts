import { PageService, putJson } from '../support/page-service';

/** A second service, with its own document and handlers and no store. */
const service = new PageService('own-service.md');

it('is generated, compiles, serves, and is up to date', async () => {
  service.write(['openapi.yaml', 'handlers/putTree.ts', 'server.ts', 'tsconfig.json']);
  expect(service.generate()).toContain('handlers.ts');
  await service.serve(async (url) => {
    const tree = `${url}/trees/9007199254740993`;
    expect(await putJson(tree, '{"species":"Quercus","height":12.5,"secret":1}')).toEqual([
      200,
      { species: 'Quercus', height: 12.5 },
    ]);
    expect(await putJson(tree, '{"species":"","height":1}')).toEqual([
      400,
      { message: expect.stringContaining('/species') as string },
    ]);
  });
  expect(service.check()).toContain('up to date');
});
