import { PageService, putJson } from '../support/page-service';

/** A service with formats and keywords of its own. */
const service = new PageService('extensions.md');

it('is generated, compiles and serves', async () => {
  const own = ['openapi.yaml', 'extensions.ts', 'handlers/putVisit.ts'];
  service.write(own, ['server.ts', 'tsconfig.json']);
  expect(service.generate()).toContain('handlers.ts');
  await service.serve(async (url) => {
    const visit = `${url}/visits/01ARZ3NDEKTSV4RRFFQ69G5FAV`;
    expect(await putJson(visit, '{"start":"2020-01-01T12:00:00Z","guests":2}')).toEqual([
      200,
      { start: '2020-01-01T13:00:00.000Z', guests: 2 },
    ]);
    expect(await putJson(visit, '{"start":"2020-01-01T12:00:00Z","guests":3}')).toEqual([
      400,
      { message: 'The body at "/guests" must be even' },
    ]);
    expect(await putJson(`${url}/visits/7`, '{"start":"2020-01-01T12:00:00Z"}')).toEqual([
      400,
      { message: 'The path parameter "id" must be of the format "ulid"' },
    ]);
  });
});
