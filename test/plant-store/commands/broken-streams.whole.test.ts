import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { Fifo } from '../../support/fifo';
import { Workplace, type ServingProcess } from '../../support/plant-store-process';

let workplace: Workplace;
beforeEach(() => (workplace = new Workplace()));
afterEach(() => workplace.remove());

/** A descriptor that cannot be written, and what ends it. */
interface Broken {
  readonly fd: number;
  readonly close: () => void;
}

function fullDisk(): Broken {
  const fd = openSync('/dev/full', 'w');
  return {
    fd,
    close: () => closeSync(fd),
  };
}

function closedPipe(): Broken {
  const fifo = newFifo();
  fifo.leave();
  return asBroken(fifo);
}

function pipeThatNobodyReads(): Broken {
  const fifo = newFifo();
  fifo.fill();
  return asBroken(fifo);
}

function newFifo(): Fifo {
  return new Fifo(path.join(workplace.folder, 'fifo'));
}

function asBroken(fifo: Fifo): Broken {
  return {
    fd: fifo.writer,
    close: () => fifo.close(),
  };
}

const broken: [string, () => Broken][] = [
  ['on a full disk', fullDisk],
  ['a closed pipe', closedPipe],
  ['a pipe that nobody reads', pipeThatNobodyReads],
];

function post(service: ServingProcess, id: number, token = 'secret'): Promise<Response> {
  return fetch(`${service.url}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: `{"id":${id},"name":"x"}`,
  });
}

/** Makes each create a fault of the service, which is a line of its log, and fixes it again. */
function renameTable(from: string, to: string): void {
  const database = new Database(path.join(workplace.folder, 'data', 'plants.db'));
  database.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
  database.close();
}

/** More lines than the log keeps for a pipe. */
const FAULTS = 200;
const SECRET = { ACCESS_TOKENS: 'secret', LOG_LEVEL: 'info' };

describe('a log that cannot be written', () => {
  it.each(broken)('does not end the service: %s', async (_, make) => {
    const stderr = make();
    const service = await workplace.serve(SECRET, { stderr: stderr.fd });
    expect((await post(service, 1)).status).toBe(200);
    renameTable('plants', 'gone');
    const faults = make === pipeThatNobodyReads ? FAULTS : 20;
    for (let fault = 0; fault < faults; fault++) {
      expect((await post(service, fault)).status).toBe(500);
    }
    renameTable('gone', 'plants');
    expect((await post(service, 2)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await service.closed).toBe(0);
    stderr.close();
  });

  it('says how many lines it lost, when its reader goes on', async () => {
    const fifo = newFifo();
    fifo.fill();
    const service = await workplace.serve(SECRET, { stderr: fifo.writer });
    renameTable('plants', 'gone');
    for (let fault = 0; fault < FAULTS; fault++) await post(service, fault);
    let text = '';
    while (!text.includes('"dropped"')) {
      text += fifo.read();
      await post(service, 1);
    }
    // One line for each fault so far, written or counted, beside that of the start and the count.
    const lines = text.replace(/^\.+/, '').trimEnd().split('\n');
    const counted = lines.findIndex((line) => line.includes('"dropped"'));
    const { dropped } = JSON.parse(lines[counted]!) as { dropped: number };
    expect(dropped).toBeGreaterThan(0);
    expect(counted - 1 + dropped).toBeGreaterThanOrEqual(FAULTS);
    service.kill('SIGTERM');
    expect(await service.closed).toBe(0);
    expect(fifo.read()).toMatch(/"msg":"stopped"\}\n$/);
    fifo.close();
  });
});

/** Makes the database, as commands other than serve and import do not. */
async function makeDatabase(): Promise<void> {
  writeFileSync(path.join(workplace.folder, 'plants.ndjson'), '{"id":1,"name":"x"}\n');
  await workplace.runShared(['import', 'plants.ndjson']);
}

/** Commands that end by themselves, and print what they were asked for. */
const PRINTING = [
  ['--help'],
  ['--version'],
  ['token', 'list'],
  ['token', 'create', '--label', 'x'],
  ['export'],
  ['import', '-'],
  ['backup', 'backup.db'],
];

describe('a standard output that cannot be written', () => {
  it.each(broken)('does not end the service, nor hold up its end: %s', async (_, make) => {
    const stdout = make();
    const service = await workplace.serve(SECRET, { stdout: stdout.fd });
    expect((await post(service, 1)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await service.closed).toBe(0);
    stdout.close();
  });

  it.each(broken.slice(0, 2))('leaves the first token in its file: %s', async (_, make) => {
    const stdout = make();
    const service = await workplace.serve({ LOG_LEVEL: 'info' }, { stdout: stdout.fd });
    while (!service.output.stderr.includes('cannot be written')) await post(service, 1);
    const file = /"file":"([^"]+)"/.exec(service.output.stderr)?.[1] ?? '';
    expect((await post(service, 1, readFileSync(file, 'utf8').trim())).status).toBe(200);
    stdout.close();
  });

  it('is one line and exit code 1 for each command', async () => {
    await makeDatabase();
    await workplace.runShared(['token', 'create', '--label', 'first']);
    for (const args of PRINTING) {
      const { fd, close } = fullDisk();
      const command = workplace.start(args, {}, { stdout: fd });
      command.stdin.end();
      const { code, stderr } = await command.finished;
      close();
      expect({ args, code, stderr }).toEqual({
        args,
        code: 1,
        stderr: expect.stringMatching(/^plant-store: Cannot write [^\n]*ENOSPC[^\n]*\n$/) as string,
      });
    }
  });

  it('leaves no token that nobody knows', async () => {
    await makeDatabase();
    for (const make of [fullDisk, closedPipe]) {
      const { fd, close } = make();
      const args = ['token', 'create', '--label', 'x'];
      expect((await workplace.run(args, {}, { stdout: fd })).code).toBe(1);
      close();
    }
    const { stdout } = await workplace.runShared(['token', 'list']);
    expect(stdout.match(/ revoked /g)).toHaveLength(2);
    expect(stdout).not.toContain(' valid ');
  });

  it('is not missed by a reader that has read enough', async () => {
    await makeDatabase();
    await workplace.runShared(['token', 'create', '--label', 'x']);
    const { fd, close } = closedPipe();
    const { code, stderr } = await workplace.run(['token', 'list'], {}, { stdout: fd });
    close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

it.each(broken.slice(0, 2))('the exit code is right with standard error %s', async (_, make) => {
  const stderr = make();
  expect((await workplace.run(['unknown'], {}, { stderr: stderr.fd })).code).toBe(2);
  stderr.close();
});
