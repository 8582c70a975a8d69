import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser, whyNoBrowser, openPage } from '../../support/open-page';
import { allEnded, DevRun } from '../../support/dev-run';
import { NewProject } from '../../support/new-project';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

/** `npm run dev` in a project from `trellis init`. */

const folder = temporaryFolder();
const project = new NewProject(path.join(folder, 'notes'));
const at = (...names: string[]): string => path.join(project.folder, ...names);
const SPEC = at('spec', 'openapi.yaml');
const GET_NOTE = at('src', 'handlers', 'getNote.ts');
const GOOD = (): string => readFileSync(GET_NOTE, 'utf8').replace('There is no note', 'No note');

/** Another operation, without a handler. */
const WATER = `paths:
  /water:
    get:
      operationId: water
      security: []
      responses:
        '200': { description: Text, content: { text/plain: { schema: { type: string }, example: dry } } }
`;

let run: DevRun;
beforeAll(async () => {
  expect(project.init()).toMatchObject({ code: 0 });
  // Development writes the generated files.
  project.finish([]);
  // Alone, to make the compiler fast.
  const tsconfig = readFileSync(at('tsconfig.json'), 'utf8');
  writeFileSync(
    at('tsconfig.json'),
    tsconfig.replace('"src", "generated", "test"', '"src/handlers"'),
  );
  run = await DevRun.startIn(project.folder, '--handlers', 'src/handlers');
});
afterAll(() => run.end());

if (whyNoBrowser !== undefined) {
  process.stderr.write(`skipped: the docs page in development, since ${whyNoBrowser}\n`);
}

const NONE = 'notes/99';
const get = (target: string): Promise<Response> =>
  fetch(`${run.url}/${target}`, { headers: { authorization: 'Bearer t' } });
const says = async (target: string, text: string): Promise<void> =>
  run.until(async () => (await (await get(target)).text()).includes(text));

it('serves what is written, with the docs page', async () => {
  expect((await get(NONE)).status).toBe(404);
  expect(run.output).toMatch(/^listens on http:\S+\n.* its docs page at http:\S+\/-\/docs\n/m);
  expect(run.output).toContain('  getNote (GET /notes/{id}): written\n');
  expect(await (await get('-/docs')).text()).toContain('docs/page.js');
});

it('serves a handler once it is saved, and keeps what the service had', async () => {
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"text":"Water the ferns"}' };
  const { id } = (await (await fetch(`${run.url}/notes`, init)).json()) as { readonly id: number };
  run.save(GET_NOTE, GOOD(), 'by rename');
  await says(NONE, 'No note');
  expect(await (await get(`notes/${id}`)).json()).toMatchObject({ text: 'Water the ferns' });
});

it('serves a document once it is saved, by the mock what is not written, and writes its files', async () => {
  const text = readFileSync(SPEC, 'utf8');
  run.save(SPEC, text.replace('paths:\n', WATER));
  await run.answers(200, '/water');
  const response = await get('water');
  expect(response.headers.get('x-mocked-handler')).toBe('water');
  expect(await response.text()).toBe('dry');
  await run.says('  water (GET /water): answered by the mock; write src/handlers/water.ts');
  await run.until(() => run.read(at('generated', 'openapi.json')).includes('"water"'));
  await says('-/openapi.yaml', '\n  /water:\n');
  expect(existsSync(at('generated', 'openapi.yaml'))).toBe(false);
  await run.until(async () => (await (await get('-/openapi.json')).text()).includes('"water"'));
});

it('goes on serving while the document has a fault, and shows where', async () => {
  const text = readFileSync(SPEC, 'utf8');
  run.save(SPEC, `${text}paths: {}\n`);
  await run.says(/^spec\/openapi\.yaml:\d+: column 1: the key occurs twice/m);
  expect((await get(NONE)).status).toBe(404);
  const from = run.output.length;
  run.save(SPEC, text.replace('example: dry', 'example: wet'));
  await says('water', 'wet');
  expect(run.output.slice(from)).not.toContain('occurs twice');
});

(whyNoBrowser === undefined ? it : it.skip)(
  'an open docs page follows the document, under its own policy',
  async () => {
    const browser = await launchBrowser();
    try {
      const { page, problems } = await openPage(browser, `${run.url}/-/docs`);
      await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
      const text = readFileSync(SPEC, 'utf8');
      run.save(SPEC, text.replace('title: Notes', 'title: Other notes'));
      await page.getByRole('heading', { level: 1, name: 'Other notes' }).waitFor();
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

itEach({
  'with a syntax error': [
    (good: string) => good.replace('=> {\n', '=> => {\n'),
    /^src\/handlers\/getNote\.ts:(\d+): syntax error: .*; correct it and save\n(?:.*\n)*> +\1 \|.*=> => \{\n.*\^/m,
  ],
  'that throws while it is loaded': [
    (good: string) => `${good}throw new Error('no such table');\n`,
    /^src\/handlers\/getNote\.ts:(\d+): it throws while it is loaded: no such table; .*\n(?:.*\n)*> +\1 \| throw new Error/m,
  ],
})('goes on serving the handler before one %s, and shows where', async (_, change, shown) => {
  const good = GOOD();
  const from = run.output.length;
  run.save(GET_NOTE, change(good));
  await run.says(shown, from);
  expect(await (await get(NONE)).text()).toContain('No note');
  run.save(GET_NOTE, good.replace('No note', 'Mended'));
  await says(NONE, 'Mended');
  run.save(GET_NOTE, good);
  await says(NONE, 'No note');
});

it('names types that are wrong, by the compiler of the project', async () => {
  const good = GOOD();
  run.save(GET_NOTE, good.replace('status: 200', 'status: 299'));
  await run.says(/ {2}getNote \(.*\): type error at src\/handlers\/getNote\.ts:\d+: TS\d+: /);
  run.save(GET_NOTE, good);
});

describe('for a save of what runs', () => {
  const SERVER = at('src', 'server.ts');

  it('restarts by itself on the same port, and for none that changes nothing', async () => {
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"text":"Water the ferns"}' };
    const { id } = (await (await fetch(`${run.url}/notes`, init)).json()) as {
      readonly id: number;
    };
    run.save(SERVER, run.read(SERVER), 'by rename');
    run.save(GET_NOTE, GOOD().replace('No note', 'Still no note'));
    await says(NONE, 'Still no note');
    expect((await get(`notes/${id}`)).status).toBe(200);
    const notes = at('src', 'notes.ts');
    run.save(notes, `${run.read(notes)}process.title = 'notes';\n`);
    await run.says('\nrestarted for src/notes.ts; what was kept in memory is gone\n');
    expect((await get(`notes/${id}`)).status).toBe(404);
    expect(run.output).not.toContain('restarted for src/server.ts');
  });

  itEach({
    load: [
      (good: string) => `${good}throw new Error('no database');\n`,
      /^src\/server\.ts:\d+: it throws while it is loaded: no database; /,
    ],
    start: [
      (good: string) =>
        good.replace(
          'return startService(',
          'throw new Error("no database");\n  return startService(',
        ),
      /^no database/,
    ],
  })('waits for the next where it does not %s any more', async (_, change, shown) => {
    const from = run.output.length;
    const good = run.read(SERVER);
    run.save(SERVER, change(good));
    await run.says(
      new RegExp(`${shown.source}.*\nnothing is served until a save corrects it\n`, 'm'),
      from,
    );
    run.save(SERVER, good);
    await run.says('\nrestarted for src/server.ts; ', from);
    expect((await get(NONE)).status).toBe(404);
  });
});

it('ends without a process left', async () => {
  const children = run.children();
  expect(await run.end('SIGTERM')).toBe(0);
  await allEnded(children);
});
