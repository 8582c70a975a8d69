import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { readSuites } from './suites';
import { temporaryFolder } from '../../support/temporary-folder';
import { TYPESCRIPT } from '../../support/run-script';

const ROOT = path.join(__dirname, '..', '..', '..');
const COMMIT = 'a'.repeat(40);

/** The server's files, by path. */
const FILES: Readonly<Record<string, string>> = {
  [`/garden/tools/${COMMIT}/docs/openapi.yaml`]: 'openapi: 3.1.0\n',
  [`/garden/tools/${COMMIT}/docs/paths/beds_{bed}.yaml`]: 'get: {}\n',
};
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const [FIRST = '', SECOND = ''] = Object.values(FILES).map(sha256);

let server: Server;
let requests: string[];
/** Temporarily missing paths. */
const away = new Set<string>();

beforeAll(async () => {
  server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '');
    requests.push(name);
    const text = away.has(name) ? undefined : FILES[name];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

beforeEach(() => {
  requests = [];
});

afterAll(() => {
  server.close();
});

describe('npm run fetch-suites', () => {
  const folder = temporaryFolder();

  const fetchSuites = (
    name: string,
    lines: readonly string[],
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ): Promise<{ code: number; stdout: string; stderr: string }> => {
    const sources = path.join(folder, `${name}.txt`);
    writeFileSync(sources, ['# Files of others', '', ...lines, ''].join('\n'));
    const script = path.join(ROOT, 'test', 'lab', 'fetch-suites', 'command.ts');
    const own = ['--into', path.join(folder, name), '--sources', sources, '--origin', origin];
    return new Promise((resolve) => {
      const args = [...TYPESCRIPT, script, ...own];
      execFile(process.execPath, args, { cwd: ROOT }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
  };
  const repository = `openapi-corpus garden/tools ${COMMIT}`;
  const first = `${FIRST} docs/openapi.yaml garden.yaml`;
  const second = `${SECOND} docs/paths/beds_{bed}.yaml multi/paths/beds_{bed}.yaml`;

  it('fetches each file once, at its commit, and then finds it there', async () => {
    const lines = [repository, first, second];
    const { code, stdout, stderr } = await fetchSuites('sound', lines);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^openapi-corpus: .*openapi-corpus-[0-9a-f]{12}\n$/);
    const [suite = ''] = readdirSync(path.join(folder, 'sound'));
    const read = (file: string): string =>
      readFileSync(path.join(folder, 'sound', suite, file), 'utf8');
    expect([read('garden.yaml'), read('multi/paths/beds_{bed}.yaml')]).toEqual(
      Object.values(FILES),
    );
    expect(requests.sort()).toEqual(Object.keys(FILES).sort());

    expect((await fetchSuites('sound', lines)).stdout).toBe(stdout);
    expect(requests).toHaveLength(2);
  });

  it('ends with 1 for a file that is not the listed one, and keeps no suite', async () => {
    const { code, stderr } = await fetchSuites('changed', [
      repository,
      `${SECOND} docs/openapi.yaml garden.yaml`,
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`docs/openapi\\.yaml has the SHA-256 ${FIRST}, not ${SECOND} as test/suites/`),
    );
    expect(readdirSync(folder)).not.toContain('changed');
  });

  it('ends with 2 for a suite that cannot be had, and fetches the others', async () => {
    const { code, stdout, stderr } = await fetchSuites('others', [
      `openapi-3.0 garden/sheds ${COMMIT}`,
      first,
      repository,
      second,
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^The suite openapi-3\.0 is not here: .*\n$/);
    expect(stdout).toMatch(/^openapi-corpus: .*\n$/);
  });

  it('ends with 2 for what cannot be had, and goes on from there the next time', async () => {
    const [there = '', missing = ''] = Object.keys(FILES);
    away.add(missing);
    const { code, stdout, stderr } = await fetchSuites('missing', [repository, first, second]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^The suite openapi-corpus is not here: http.*beds_%7Bbed%7D\.yaml cannot be fetched: the response is 404\n$/,
    );
    const kept = (): string[] => readdirSync(path.join(folder, 'missing'));
    expect(kept()).toEqual([expect.stringMatching(/\.partial$/)]);

    away.clear();
    expect((await fetchSuites('missing', [repository, first, second])).code).toBe(0);
    expect(kept()).toEqual([expect.not.stringMatching(/\.partial$/)]);
    expect(requests.filter((name) => name === there)).toHaveLength(1);
  });

  it('says when there is no network', async () => {
    // Nothing listens on the port of echo.
    const { code, stderr } = await fetchSuites(
      'offline',
      [repository, first],
      'http://127.0.0.1:7',
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot be fetched: .*; check that GitHub can be reached from here\n$/);
  });
});

it('the list names each file of each suite once, with its checksum', () => {
  const suites = readSuites();
  expect(suites.map(({ name }) => name)).toEqual([
    'openapi-corpus',
    'openapi-3.0',
    'json-schema-suite',
  ]);
  for (const { files } of suites) {
    const names = files.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(10);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.startsWith('/') || name.includes('..'))).toEqual([]);
  }
});
