import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import Database from 'libsql';
import { ndjsonLine } from '../../../src/plant-store/commands/formats/ndjson';
import type { Plant } from '../../../src/plant-store/plants/plant-store';
import { MAIN, Workplace, type RunningProcess } from '../../support/plant-store-process';

let workplace: Workplace;
beforeEach(() => (workplace = new Workplace()));
afterEach(() => workplace.remove());

function put(name: string, content: string | Buffer): string {
  const file = path.join(workplace.folder, name);
  writeFileSync(file, content);
  return file;
}

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `{"id":${from + index},"name":"plant"}\n`).join(
    '',
  );

const exported = async (): Promise<string> => (await workplace.runShared(['export'])).stdout;

/** Resolves when the store holds so many plants. */
async function untilStored(count: number): Promise<void> {
  while ((await exported()).split('\n').length <= count) await sleep(100);
}

async function untilSaid(running: RunningProcess, text: string): Promise<void> {
  while (!running.output.stderr.includes(text)) await sleep(20);
}

const summary = (created: number, same: number, refused: number): string =>
  `${created} created, ${same} already there, ${refused} refused\n`;

const strings = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('"', ',', '\r', '\n', '\\', '\\0', '\0', '\ud800', '\udc00', 'é', '🌱'))
    .map((parts) => parts.join('')),
);
const ids = fc.oneof(
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n),
);
const plants = fc.uniqueArray(
  fc.record({ id: ids, name: strings, tag: strings }, { requiredKeys: ['id', 'name'] }),
  { selector: ({ id }: Plant) => id, minLength: 200, maxLength: 200 },
);

it('plants go in and come out exactly', async () => {
  const [sample = []] = fc.sample(plants, 1);
  const text = (all: readonly Plant[]): string => all.map(ndjsonLine).join('');
  put('plants.ndjson', text(sample));

  const first = await workplace.runShared(['import', 'plants.ndjson']);
  expect(first).toEqual({ code: 0, stdout: summary(200, 0, 0), stderr: '' });
  const out = await workplace.runShared(['export']);
  const sorted = [...sample].sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(out).toEqual({ code: 0, stdout: text(sorted), stderr: '' });

  const again = await workplace.runShared(['import', 'plants.ndjson', '--format=ndjson']);
  expect(again).toEqual({ code: 0, stdout: summary(0, 200, 0), stderr: '' });
});

it('reports each bad line with its number, and takes the good ones', async () => {
  put(
    'plants.ndjson',
    '{"id":1,"name":"a"}\n{"id":2}\nx\n{"id":1,"name":"b"}\n{"id":3,"name":"c"}',
  );
  const { code, stdout, stderr } = await workplace.runShared(['import', 'plants.ndjson']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: summary(2, 0, 3) });
  expect(stderr.split('\n')).toEqual([
    'plants.ndjson:2: The line lacks the property "name"',
    'plants.ndjson:3: The line is not well-formed JSON at column 1: expected a value',
    'plants.ndjson:4: The id 1 belongs to another plant; choose another id',
    '',
  ]);
  expect(await exported()).toBe('{"id":1,"name":"a"}\n{"id":3,"name":"c"}\n');
});

it('only counts bad lines from the hundredth on, and says so', async () => {
  put('many.ndjson', `${'{"id":2}\n'.repeat(500)}{"id":1,"name":"Aloe"}\n`);
  const { code, stdout, stderr } = await workplace.runShared(['import', 'many.ndjson']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: summary(1, 0, 500) });
  const said = stderr.trim().split('\n');
  expect(said).toHaveLength(100);
  expect(said[98]).toBe('many.ndjson:99: The line lacks the property "name"');
  expect(said[99]).toBe('many.ndjson: from here on, refused lines are only counted');
});

it('takes what comes on standard input as it comes', async () => {
  const running = workplace.start(['import', '-']);
  running.stdin.write(lines(0, 3));
  await untilStored(3);
  running.stdin.end(lines(3, 5));
  expect(await running.finished).toEqual({ code: 0, stdout: summary(5, 0, 0), stderr: '' });

  const bad = workplace.start(['import', '-']);
  bad.stdin.end('{"name":"x"}\n');
  expect(await bad.finished).toEqual({
    code: 1,
    stdout: summary(0, 0, 1),
    stderr: 'standard input:1: The line lacks the property "id"\n',
  });
});

it.each([
  ['SIGINT', 1],
  ['SIGTERM', 1],
  ['SIGKILL', null],
] as const)('goes on where %s stopped it', async (signal, code) => {
  const running = workplace.start(['import', '-']);
  running.stdin.write(lines(0, 1_000));
  await untilStored(1_000);
  running.kill(signal);
  const ended = await running.finished;
  expect(ended.code).toBe(code);
  if (code !== null) {
    expect(ended.stdout).toBe(summary(1_000, 0, 0));
    expect(ended.stderr).toBe(
      `plant-store: Ended by ${signal}; the first 1000 plants are done, and the same command goes on from there\n`,
    );
  }
  const count = 5_000;
  put('plants.ndjson', lines(0, count));
  const again = await workplace.runShared(['import', 'plants.ndjson']);
  expect(again).toEqual({ code: 0, stdout: summary(count - 1_000, 1_000, 0), stderr: '' });
  expect(await exported()).toBe(lines(0, count));
});

it('works beside a running service, whose clients get on meanwhile', async () => {
  const service = await workplace.serve({ ACCESS_TOKENS: 'secret' });
  const create = async (id: number, name: string): Promise<number> => {
    const response = await fetch(`${service.url}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: JSON.stringify({ id, name }),
    });
    return response.status;
  };
  const count = 20_000;
  put('plants.ndjson', lines(0, count));
  const importing = workplace.run(['import', 'plants.ndjson']);
  const clients = Array.from({ length: 50 }, (_, index) => create(1_000_000 + index, 'by hand'));
  expect(await Promise.all(clients)).toEqual(Array(50).fill(200));
  expect(await importing).toEqual({ code: 0, stdout: summary(count, 0, 0), stderr: '' });
  expect([await create(count - 1, 'plant'), await create(count - 1, 'other')]).toEqual([200, 400]);
});

it('waits for a process that has locked the database', async () => {
  put('plants.ndjson', lines(0, 10));
  await workplace.runShared(['import', 'plants.ndjson']);
  const db = new Database(path.join(workplace.folder, 'data', 'plants.db'));
  db.exec('BEGIN IMMEDIATE');
  put('plants.ndjson', lines(0, 20));
  const importing = workplace.start(['import', 'plants.ndjson']);
  // It has waited for the lock, and tries again.
  await untilSaid(importing, 'database is locked; trying again');
  db.exec('ROLLBACK');
  db.close();
  expect(await importing.finished).toMatchObject({ code: 0, stdout: summary(10, 10, 0) });
});

describe('while the database is away', () => {
  const move = (from: string, to: string): void => {
    renameSync(path.join(workplace.folder, from), path.join(workplace.folder, to));
  };
  let running: RunningProcess;
  beforeEach(async () => {
    running = workplace.start(['import', '-']);
    running.stdin.write(lines(0, 10));
    await untilStored(10);
    move('data', 'moved');
    running.stdin.write(lines(10, 20));
    await untilSaid(running, 'trying again in 1 s');
  });

  it('tries again, and says so', async () => {
    move('moved', 'data');
    running.stdin.end();
    expect(await running.finished).toMatchObject({ code: 0, stdout: summary(20, 0, 0) });
    expect(running.output.stderr).toMatch(/^The database .*; trying again in 1 s\n/);
    expect(await exported()).toBe(lines(0, 20));
  });

  it('ends at a signal without losing what is in', async () => {
    running.kill('SIGINT');
    expect(await running.finished).toMatchObject({ code: 1, stdout: summary(10, 0, 0) });
    expect(running.output.stderr).toContain('Ended by SIGINT; the first 10 plants are done');
  });
});

describe('refuses at once', () => {
  it.each([
    [['import'], 2, 'import takes one FILE, or - for standard input'],
    [['import', 'a', 'b'], 2, 'import takes one FILE, or - for standard input'],
    [['import', 'a.csv'], 2, 'import takes NDJSON, not CSV like "a.csv"; docs/data.md shows'],
    [['import', 'a', '--format', 'csv'], 2, 'The only format is ndjson, not "csv"; docs/data.md'],
    [
      ['import', 'a', '--backslashes=literal'],
      2,
      "There is no option '--backslashes' any more; import",
    ],
    [['import', 'a', '--dry'], 2, "Unknown option '--dry'"],
    [['export', '--format=csv'], 2, 'The only format is ndjson, not "csv"; docs/data.md'],
    [['export', '--spreadsheet-safe'], 2, "There is no option '--spreadsheet-safe' any more;"],
    [['export', 'file'], 2, 'Unexpected argument'],
    [['import', 'nowhere.json'], 1, 'Cannot read "nowhere.json": there is no such file\n'],
    [['import', 'folder'], 1, 'Cannot read "folder": it is a folder; name a file\n'],
  ])('%j', async (args, code, message) => {
    mkdirSync(path.join(workplace.folder, 'folder'));
    const ended = await workplace.runShared(args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(`plant-store: ${message}`);
  });
});

it('export says so when it could not write all', async () => {
  put('plants.ndjson', lines(0, 10));
  await workplace.runShared(['import', 'plants.ndjson']);
  const shell = (): string =>
    execFileSync('sh', ['-c', `"${process.execPath}" "${MAIN}" export 2>&1 >/dev/full; echo $?`], {
      cwd: workplace.folder,
      encoding: 'utf8',
    });
  expect(shell()).toMatch(
    /^plant-store: Cannot write the export, which is not complete: ENOSPC[^\n]*\n1\n$/,
  );
});

it('a backup of a store that is written is complete, and serves what it holds', async () => {
  const service = await workplace.serve({ ACCESS_TOKENS: 'secret' });
  const { stdout: token } = await workplace.runShared(['token', 'create', '--label', 'kept']);
  const [first, count] = [5_000, 30_000];
  put('plants.ndjson', lines(0, first));
  await workplace.runShared(['import', 'plants.ndjson']);
  put('more.ndjson', lines(first, count));
  const importing = workplace.run(['import', 'more.ndjson']);
  const { code, stdout, stderr } = await workplace.run(['backup', 'copy.db']);
  const size = readFileSync(path.join(workplace.folder, 'copy.db')).length;
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `copy.db: ${size} bytes\n`,
    stderr: '',
  });
  await importing;
  service.kill('SIGTERM');
  await service.closed;

  const env = { DATABASE_URL: 'sqlite:copy.db' };
  const copied = (await workplace.runShared(['export'], env)).stdout;
  expect(lines(0, count).startsWith(copied)).toBe(true);
  expect(copied.startsWith(lines(0, first))).toBe(true);
  const restored = await workplace.serve(env);
  const response = await fetch(`${restored.url}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' },
    body: '{"id":0,"name":"plant"}',
  });
  expect(response.status).toBe(200);
});

it.each([
  [['backup'], 2, 'backup takes one FILE, which it creates'],
  [['backup', '--fast'], 2, 'backup takes one FILE, which it creates'],
  [['backup', 'plants.ndjson'], 1, 'Cannot write the backup '],
  [['backup', 'no/folder.db'], 1, 'Cannot write the backup '],
])('%j is refused', async (args, code, message) => {
  put('plants.ndjson', lines(0, 1));
  await workplace.runShared(['import', 'plants.ndjson']);
  const ended = await workplace.runShared(args);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toMatch(new RegExp(`^plant-store: ${message}[^\n]*\n$`));
});
