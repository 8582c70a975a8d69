import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RawConnection } from '../../support/raw-connection';
import { runScript } from '../../support/run-script';
import { measure, send } from './load';
import { catalogue, newPlant, newPlantApart, offer, refusals } from './requests';
import { FLOOR, OWN, PEERS, ServerProcess } from './servers';
import { cellsOf, ratioSpread, spreadOf } from './spread';

it.each([
  [['--turns', '0'], /^--turns must be a number from 1 to 1000, not "0"\n$/],
  [['--connections', '1001'], /^--connections must be a number from 1 to 1000, not "1001"\n/],
  [['--rounds', '2'], /^Unknown option '--rounds'[\s\S]*\nUsage: npm run bench/],
])('ends with 2 for %j', (args, message) => {
  const { code, stdout, stderr } = runScript('test/lab/bench/command.ts', args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
});

it('the peers are no dependency of the project, and their lock file names no host', () => {
  const root = path.join(PEERS, '..', '..', '..', '..');
  const lock = readFileSync(path.join(PEERS, 'package-lock.json'), 'utf8');
  expect(lock).not.toContain('"resolved"');
  expect(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).not.toContain('lab/bench');
});

it.each([
  [[7], ['7.0', '7.0..7.0']],
  [
    [10, 9, 100, 8, 11],
    ['10.0', '9.0..11.0'],
  ],
  [
    [4, 1, 3, 2],
    ['2.5', '1.8..3.3'],
  ],
])('the median and the quartiles of %j', (values, cells) => {
  expect(cellsOf(spreadOf(values), 1)).toEqual(cells);
});

it('ratios are those of each turn, whatever the turns have in common', () => {
  const ratio = ratioSpread([12, 24, 110], [10, 20, 100]);
  expect(ratio).toEqual({ lower: 1.15, median: 1.2, upper: 1.2 });
});

describe('a server', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start(FLOOR, 3);
  });
  afterAll(() => {
    server.stop();
  });

  it.each([newPlant, newPlantApart, ...refusals, catalogue, offer])(
    'is measured: $name',
    async (kind) => {
      expect(await measure(server, kind, 4)).toBeGreaterThan(0);
    },
  );

  it('gets as many requests as it is to, each with its own id', async () => {
    const texts: string[] = [];
    const next = (): string => texts[texts.push(newPlant.next()) - 1]!;
    const connections = [await RawConnection.open(server.port)];
    await send(FLOOR, connections, { ...newPlant, next }, 97);
    connections[0]!.abort();
    expect(texts).toHaveLength(97);
    expect(new Set(texts).size).toBe(97);
  });

  it('ends the measurement by a response that is not as it must be', async () => {
    const wrong = { ...newPlant, status: 401 };
    await expect(measure(server, wrong, 1)).rejects.toThrow(
      'node:http by hand answers 200 {"name":"Monstera deliciosa","tag":"tropical"}, not 401',
    );
  });

  it('that has ended is an error', async () => {
    const other = await ServerProcess.start(FLOOR, 3);
    other.stop();
    await expect(other.cpuMicros()).rejects.toThrow('node:http by hand ended with SIGKILL');
  });
});

it('a request leaves little that only a full collection frees', async () => {
  const server = await ServerProcess.start(OWN, 1);
  const sendAll = async (): Promise<void> => {
    const opened = Array.from({ length: 20 }, () => RawConnection.open(server.port));
    const connections = await Promise.all(opened);
    await send(OWN, connections, newPlantApart, 5_000);
    for (const connection of connections) connection.abort();
  };
  try {
    await sendAll();
    const before = await server.oldBytes();
    await sendAll();
    expect(((await server.oldBytes()) - before) / 5_000).toBeLessThan(700);
  } finally {
    server.stop();
  }
});
