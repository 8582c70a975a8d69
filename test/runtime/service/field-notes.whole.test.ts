import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  AUDIENCE,
  ISSUER,
  type KeyServer,
  newKey,
  sign,
  startKeyServer,
} from '../../support/issuer';
import { NewProject } from '../../support/new-project';
import { temporaryFolder } from '../../support/temporary-folder';

/**
 * A service as somebody writes it with what the package exports: JWT with roles, pages by a cursor, an upload, bytes,
 * events and problem+json. What is written by hand is in test/fixtures/field-notes; all else is of `init`.
 */

const OWN = path.join(__dirname, '..', '..', 'fixtures', 'field-notes');
const done = { code: 0, stderr: '' };

const files = readdirSync(path.join(OWN, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(path.join(OWN, 'src', name), 'utf8'));

const project = new NewProject(path.join(temporaryFolder(), 'field-notes'));
let keys: KeyServer;
let server: ChildProcess;
let logged = '';
let url = '';
const tokens: Record<string, string> = {};

beforeAll(async () => {
  expect(project.init('--spec', path.join(OWN, 'spec', 'openapi.yaml'))).toMatchObject(done);
  cpSync(path.join(OWN, 'src'), path.join(project.folder, 'src'), { recursive: true });
  project.finish();
  expect(project.typecheck()).toEqual({ ...done, stdout: '' });
  expect(project.build()).toMatchObject(done);
  const key = await newKey('ec');
  keys = await startKeyServer(key);
  for (const [name, roles] of Object.entries({
    ada: ['editor'],
    bob: ['editor'],
    eve: ['guest'],
  })) {
    tokens[name] = await sign(key, { sub: name, roles });
  }
  const env = {
    ...process.env,
    ...{ PORT: '0', NODE_ENV: 'production', MAX_BODY_BYTES: '4194304' },
    ...{ JWKS_URL: keys.url, TOKEN_ISSUER: ISSUER, TOKEN_AUDIENCE: AUDIENCE },
  };
  server = spawn(process.execPath, ['dist/src/main.js'], { cwd: project.folder, env });
  server.stderr!.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  const [line] = (await once(server.stdout!, 'data')) as [Buffer];
  url = /http:\S+/.exec(line.toString())![0];
});
afterAll(async () => {
  server.kill('SIGTERM');
  expect(await once(server, 'close')).toEqual([0, null]);
  await keys.close();
});

const ask = (who: string, target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url + target, {
    ...init,
    headers: {
      ...(tokens[who] !== undefined && { authorization: `Bearer ${tokens[who]}` }),
      ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
    },
  });

async function add(who: string, text: string): Promise<string> {
  const response = await ask(who, '/notes', { method: 'POST', body: JSON.stringify({ text }) });
  expect(response.status).toBe(201);
  return response.headers.get('location')!;
}

it('is written in at most 150 lines, without a type that is claimed against the compiler', () => {
  const lines = files.join('').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => /\bas (?!const\b)/.test(line.replace(/\/\*\*.*/, '')))).toEqual([]);
});

it('knows callers and their roles', async () => {
  const body = '{"text":"Ferns by the brook"}';
  const statuses = ['nobody', 'eve', 'ada'].map(
    async (who) => (await ask(who, '/notes', { method: 'POST', body })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 403, 201]);
  const mine = await add('ada', 'Moss');
  const other = await ask('bob', mine, { method: 'DELETE' });
  expect([other.status, other.headers.get('content-type')]).toEqual([
    403,
    'application/problem+json',
  ]);
  expect(await other.json()).toMatchObject({ status: 403, detail: 'The note is of ada' });
  expect((await ask('ada', mine, { method: 'DELETE' })).status).toBe(204);
});

it('lists in pages', async () => {
  for (const text of ['one', 'two', 'three']) await add('bob', text);
  const seen: string[] = [];
  let after = '';
  do {
    const page = await ask('eve', `/notes?limit=2${after && `&after=${after}`}`);
    const { notes, next = '' } = (await page.json()) as {
      notes: { text: string }[];
      next?: string;
    };
    expect(notes.length).toBeLessThanOrEqual(2);
    seen.push(...notes.map(({ text }) => text));
    after = next;
  } while (after !== '');
  expect(seen.slice(-3)).toEqual(['one', 'two', 'three']);
});

it('takes a picture of 3 MB, and gives it back', async () => {
  const note = await add('ada', 'Pictured');
  const bytes = Buffer.alloc(3_000_000, 'pixels');
  const form = new FormData();
  form.append('picture', new File([bytes], 'fern.png', { type: 'image/png' }));
  expect((await ask('ada', `${note}/picture`, { method: 'PUT', body: form })).status).toBe(204);
  const picture = await ask('eve', `${note}/picture`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true);
});

it('tells of new notes by events', async () => {
  const events = await ask('eve', '/events');
  const reader = events.body!.getReader();
  await add('ada', 'Heard of');
  const text = Buffer.from((await reader.read()).value as Uint8Array).toString();
  expect(text).toMatch(/^event: noteAdded\ndata: \{.*"text":"Heard of".*\}\n\n$/);
  await reader.cancel();
});

it('is ready, counts by operation, and has a line for each request', async () => {
  expect((await fetch(`${url}/-/ready`)).status).toBe(200);
  const metrics = await (await fetch(`${url}/-/metrics`)).text();
  expect(metrics).toMatch(/^http_requests_total\{operation="addNote",status="201"\} \d+$/m);
  while (!logged.includes('"operationId":"watchNotes"')) await once(server.stderr!, 'data');
  expect(logged).toMatch(/"operationId":"addNote".*"principal":"ada"/);
});
