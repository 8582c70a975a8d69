import { runStateful } from '../../../../src/tools/conformance/stateful/run-stateful';
import { directRun } from './direct-run';
import { FOLDER_FAULTS } from './fault-rows';
import { FOLDERS, openFolders } from './folders';

const seed = Number(process.env.SEED ?? 1);

/** What the stateful phase finds in a service. */
async function found(
  how: string,
  document = FOLDERS,
  options?: Parameters<typeof directRun>[2],
): Promise<string[]> {
  const service = await openFolders(document, how);
  try {
    const run = directRun(document, service.url, { seed, ...options });
    await runStateful(run, undefined, ['1']);
    return run.findings.map(({ check, message }) => `${check}: ${message}`);
  } finally {
    await service.close();
  }
}

it.each(FOLDER_FAULTS)('finds a service that %s, by %s', async (fault, check, within) => {
  const messages = await found(fault, FOLDERS, { within, until: check });
  expect(messages).toContainEqual(expect.stringContaining(`${check}: `));
});

it.each([
  'restores as it was',
  'restores none',
  'restores later',
  'restores a copy',
  'counts what it restores',
  'shows it at the second look',
  'removes notes later',
  'marks the notes of a removed shelf',
  'keeps shelves with notes',
  'lowers names of headers',
  'refuses names with spaces',
])('finds nothing in a service that %s', async (how) => expect(await found(how)).toEqual([]));

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

/** A path item, in one line. */
function pathItem(method: string, parameter: string, response: string): string {
  const parameters = `[{ $ref: '#/components/parameters/${parameter}' }]`;
  const responses = `{ 200: { $ref: '#/components/responses/${response}' } }`;
  return `{ parameters: ${parameters}, ${method}: { responses: ${responses} } }`;
}

it.each<readonly [string, from: RegExp, to: string]>([
  ['says that they stay', /a shelf with its notes/, 'a shelf; its notes stay'],
  [
    'asks whether they go too',
    /deleteShelf/,
    `$&\n      parameters: [{ in: query, name: cascade, schema: { type: boolean } }]`,
  ],
  [
    'has them elsewhere',
    /components:\n/,
    `  /notes/{noteId}: ${pathItem('get', 'Note', 'Note')}\n$&`,
  ],
  [
    'restores shelves',
    /components:\n/,
    `  /shelves/{shelfId}/restore: ${pathItem('post', 'Shelf', 'Folder')}\n$&`,
  ],
  ['removes persons', /\/shelves/g, '/users'],
])('leaves notes alone where the document %s', async (_, from, to) => {
  expect(await found('keeps the notes of a removed shelf', FOLDERS.replace(from, to))).toEqual([]);
});

it('leaves names alone where the document says that they are changed', async () => {
  const limited = FOLDERS.replace(
    /Map:\n/,
    '$&      description: Names are stored in lower case.\n',
  );
  expect(await found('lowers names of labels', limited)).toEqual([]);
});
