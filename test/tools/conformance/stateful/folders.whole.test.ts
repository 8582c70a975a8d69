import { runStateful } from '../../../../src/tools/conformance/stateful/run-stateful';
import { directRun } from './direct-run';
import { FOLDER_FAULTS } from './fault-rows';
import { FOLDERS, openFolders } from './folders';

const seed = Number(process.env.SEED ?? 1);

/** What the stateful phase finds in a service. @param until a check whose first finding ends the phase */
async function found(how: string, document = FOLDERS, until?: string): Promise<string[]> {
  const service = await openFolders(document, how);
  try {
    const run = directRun(document, service.url, { seed, until });
    await runStateful(run);
    return run.findings.map(({ check, message }) => `${check}: ${message}`);
  } finally {
    await service.close();
  }
}

it.each(FOLDER_FAULTS)('finds a service that %s, by %s', async (fault, check) => {
  expect(await found(fault, FOLDERS, check)).toContainEqual(expect.stringContaining(`${check}: `));
});

it.each([
  'restores as it was',
  'restores none',
  'restores later',
  'restores a copy',
  'counts what it restores',
  'shows it at the second look',
])('finds nothing in a service that %s', async (how) => {
  expect(await found(how)).toEqual([]);
});

const DONE =
  '{ description: Done, content: { application/json: { schema: { properties: { id: {} } } } } }';

it.each<readonly [string, from: RegExp, to: string]>([
  ['has another name', /restore:/, 'refresh:'],
  ['returns something else', /(restoreFolder\s+responses:\s+200:).*/, `$1 ${DONE}`],
  [
    'takes a body',
    /restoreFolder/,
    "$&\n      requestBody: { $ref: '#/components/requestBodies/Folder' }",
  ],
])('asks for nothing of an action that %s', async (_, from, to) => {
  expect(await found('restores nothing', FOLDERS.replace(from, to))).toEqual([]);
});
