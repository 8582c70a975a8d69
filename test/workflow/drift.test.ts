import { breakingCheck } from '../../src/check/breaking';
import { documentCheck } from '../../src/check/document';
import { DriftingCopy, edit } from '../support/project-copy';

/** The third workflow, in part: checks of a document that has drifted. drift.whole.test.ts has the others. */

const copy = new DriftingCopy();

describe('checks find', () => {
  it('a document that breaks a lint rule', async () => {
    edit(copy.spec, '      summary: Create a plant\n', '');
    const found = await copy.find(documentCheck, { strict: true });
    expect(found).toEqual(['document/lint spec/openapi.yaml:29']);
  });

  it.each<[string, { from: string; to: string; want: string }]>([
    [
      'an operation that is gone',
      {
        from: '\n  /plants:\n',
        to: '\n  /flowers:\n',
        want: 'operation-removed spec/openapi.yaml:27',
      },
    ],
    [
      'a response that may be what it was not',
      {
        from: 'type: string\n          description: The name of',
        to: "type: [string, 'null']\n          description: The name of",
        want: 'widened spec/openapi.yaml:96',
      },
    ],
  ])('%s, and the version does not say so', async (_, { from, to, want }) => {
    edit(copy.spec, from, to);
    expect(await copy.find(breakingCheck)).toEqual([`breaking/${want}`]);
  });
});
