import { breakingCheck } from '../../src/check/breaking';
import { documentCheck } from '../../src/check/document';
import { DriftingCopy, edit } from '../support/project-copy';
import { PageService, putJson } from '../support/page-service';

/** The third workflow, in part: checks of a document that has drifted. drift.whole.test.ts has the others. */

const copy = new DriftingCopy();

describe('checks find', () => {
  it('a document that breaks a lint rule', async () => {
    edit(copy.spec, '      summary: Create a plant\n', '');
    const found = await copy.find(documentCheck, { strict: true });
    expect(found).toEqual(['document/lint spec/openapi.yaml:29']);
  });

  it.each<[name: string, from: string, to: string, want: string]>([
    [
      'an operation that is gone',
      '\n  /plants:\n',
      '\n  /flowers:\n',
      'operation-removed spec/openapi.yaml:27',
    ],
    [
      'a response that may be what it was not',
      'type: string\n          description: The name of',
      "type: [string, 'null']\n          description: The name of",
      'widened spec/openapi.yaml:96',
    ],
  ])('%s, and the version does not say so', async (_, from, to, want) => {
    edit(copy.spec, from, to);
    expect(await copy.find(breakingCheck)).toEqual([`breaking/${want}`]);
  });
});

describe('extensions', () => {
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
});
