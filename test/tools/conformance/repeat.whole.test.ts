import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { conformance } from '../../../src/tools/conformance/command';
import { listen } from '../../../src/runtime/express/listener';
import { runInProcess } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';
import type { FaultName } from './bench/faults';
import { LIBRARY_FILE } from './bench/library';
import { startService } from './bench/service';
import { argumentsOf, runAgainst, type Start } from './repeat-lines';

const folder = temporaryFolder();

const TOKENS = { TOKEN: 'bench-token', TOKEN_2: 'bench-key', TOKEN_3: 'bench-reader' };
const GIVEN = ['--token', 'bench-token', '--token', 'deskKey=bench-key'];
const LIMITED = ['--limited-token', 'bench-reader', '--limited-scopes', 'books:read'];
const BENCH = ['--spec', LIBRARY_FILE, ...GIVEN, ...LIMITED, '--seed', '1', '--runs', '0'];

const NUMBERS = `
openapi: 3.1.0
info: { title: Numbers, version: '1' }
paths:
  /numbers:
    get:
      operationId: ask
      parameters: [{ name: n, in: query, required: true, schema: { type: integer, minimum: 0, maximum: 1000 } }]
      responses: { '204': { description: A number }, '400': { description: None } }
`;

const started =
  (...faults: FaultName[]): Start =>
  () =>
    startService({ faults });

/** The line that repeats the finding of a check for a service with a fault. */
async function lineOf(fault: FaultName, check: string, args: readonly string[]) {
  const first = await runAgainst(started(fault), (url) => ['--url', url, ...BENCH, ...args]);
  const finding = first.stdout.slice(first.stdout.indexOf(`. ${check}`));
  const line = /^ *repeat: (.*)$/m.exec(finding)?.[1] ?? first.stdout + first.stderr;
  for (const token of Object.values(TOKENS)) expect(first.stdout).not.toContain(token);
  return { line, url: first.url };
}

type Row = [phase: string, fault: FaultName, check: string, include: string];

const ROWS: Row[] = [
  ['coverage', 'token-tail-ignored', 'invalid-credentials-refused', 'createHold,getHold'],
  ['coverage of a path with an id', 'path-uuid-500', 'no-server-error', 'createMember,getMember'],
  ['no operation', 'undeclared-method', 'undocumented-method-refused', 'createMember,getMember'],
  ['a condition', 'none-match-ignored', 'if-none-match-honoured', 'createBook,getBook'],
  ['a refusal', 'email-max-refused', 'accepts-valid', 'createMember'],
  ['stateful', 'retry-repeats', 'retry-has-one-effect', 'createHold,getHold'],
];

describe('a service that the environment names', () => {
  afterEach(() => {
    delete process.env.CONFORMANCE_URL;
  });

  /** Runs the command for a service that only the environment names. */
  const run = (...args: readonly string[]) =>
    runAgainst(started('undeclared-method'), (url) => {
      process.env.CONFORMANCE_URL = url;
      return args;
    });

  it('is repeated wherever it is then, with the tokens that were given', async () => {
    const first = await run(...BENCH, '--include', 'createMember,getMember');
    const [, line = ''] = /^ *repeat: (.*)$/m.exec(first.stdout) ?? [];
    expect(line).toMatch(/^npm run conformance -- --spec \S+ --token /);
    expect(await run(...argumentsOf(line, TOKENS))).toMatchObject({ code: 1 });
  });

  it('has a URL, or the command ends with 2', async () => {
    process.env.CONFORMANCE_URL = 'ftp://plants';
    const { code, stderr } = await runInProcess(conformance, ['--spec', LIBRARY_FILE]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^CONFORMANCE_URL must be http:\/\/ .* not "ftp:\/\/plants"\n/),
    ]);
  });
});

describe('a finding is found again by its line, and not where it is corrected', () => {
  it.each(ROWS)('%s', async (phase, fault, check, include) => {
    const { line, url } = await lineOf(fault, check, ['--include', include]);
    expect(line).toMatch(/ --seed 1 --include \S+ --check \S+$/);
    const repeated = (now: string): string[] => argumentsOf(line.replaceAll(url, now), TOKENS);
    const again = await runAgainst(started(fault), repeated);
    const corrected = await runAgainst(started(), repeated);
    expect([again.code, corrected.code]).toEqual([1, 0]);
    expect(again.stdout).toContain(`1. ${check}`);
  });
});

it('what only requests at random show is found again', async () => {
  const spec = path.join(folder, 'numbers.yaml');
  writeFileSync(spec, NUMBERS);
  const numbers =
    (isFaulty: boolean): Start =>
    async () => {
      const server = createServer((request, response) => {
        const n = Number(new URL(request.url ?? '', 'http://a.test').searchParams.get('n'));
        const isBroken = isFaulty && n > 100 && n < 1000 && n % 7 === 3;
        response.writeHead(isBroken ? 500 : Number.isInteger(n) ? 204 : 400).end();
      });
      const listener = await listen(server, '127.0.0.1', 0, 'PORT');
      return { url: listener.url, close: () => listener.close(0) };
    };
  const out = path.join(folder, 'numbers');
  const args = ['--spec', spec, '--seed', '5', '--check', 'no-server-error', '--out', out];
  const first = await runAgainst(numbers(true), (url) => ['--url', url, ...args]);
  const file = path.join(out, 'findings', '01-ask-no-server-error.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    exchanges: [{ phase: 'random' }],
  });
  const line = /^ *repeat: (.*)$/m.exec(first.stdout)?.[1] ?? '';
  const codes = [];
  for (const isFaulty of [true, false]) {
    const now = (url: string): string[] => argumentsOf(line.replaceAll(first.url, url), {});
    codes.push((await runAgainst(numbers(isFaulty), now)).code);
  }
  expect(codes).toEqual([1, 0]);
});

describe('the file of a finding', () => {
  const written = path.join(folder, 'written');
  const file = path.join(written, 'findings', '01-createHold-invalid-credentials-refused.json');

  beforeAll(async () => {
    const args = ['--include', 'createHold', '--runs', '0', '--out', written];
    mkdirSync(path.join(written, 'findings'), { recursive: true });
    writeFileSync(path.join(written, 'findings', '07-of-an-earlier-run.json'), '{}');
    await runAgainst(started('any-desk-key'), (url) => ['--url', url, ...BENCH, ...args]);
  });

  it('has the members of findings.json, and none is left of an earlier run', () => {
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
    const { findings } = JSON.parse(readFileSync(path.join(written, 'findings.json'), 'utf8')) as {
      findings: unknown[];
    };
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...Object(findings[0]), seed: 1 });
  });

  it('is no log to send again: the options of its line are named', async () => {
    const args = ['--spec', LIBRARY_FILE, '--replay', file];
    const { code, stderr } = await runAgainst(started(), (url) => ['--url', url, ...args]);
    const options = '--seed 1 --include createHold --check invalid-credentials-refused';
    expect([code, stderr]).toEqual([
      2,
      `${file} is the file of a finding, not a log of exchanges; ${options} looks for the finding again\n`,
    ]);
    const { repeat } = JSON.parse(readFileSync(file, 'utf8')) as { repeat: string };
    expect(repeat).toContain(options);
  });
});
