import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CommandError,
  EXIT_FINDINGS,
  EXIT_OK,
  parseCommandLine,
  runCommand,
} from '../../../src/cli/command-line';
import { nativeCompiler } from '../../../src/cli/optional-packages';
import { tableLines } from '../../../src/cli/table';
import type { ModuleFormat } from '../../../src/generate/index';
import { InstalledPackage, packInto } from '../../support/installed-package';
import { build, clearAtEnd, endProgress, endTidily, run, say } from '../command';
import { findDocuments } from '../corpus/find-documents';
import { documentSources, type Outcome, projectSources } from './programs';

const USAGE = `Usage: npm run projects -- DIR [--node FILE ...] [--runners NAME ...] [--keep FOLDER]
Compiles and runs what the package generates from each document of a folder, in a project of ES modules and in one
of CommonJS, by each compiler and on each Node, and sends a request to each operation.
  DIR             a folder of documents
  --node FILE     a Node that runs the compiled files too, beside the one that runs this
  --runners NAME  a document whose service also runs under ts-jest and vitest, which npm installs
  --keep FOLDER   where the projects go, and stay`;

const OPTIONS = {
  node: { type: 'string', multiple: true },
  runners: { type: 'string', multiple: true },
  keep: { type: 'string' },
} as const;

const FORMATS: readonly ModuleFormat[] = ['esm', 'commonjs'];

/** Heap of a compiler that may hold the files of all documents at once. */
const HEAP = '--max-old-space-size=8192';

/** Maximum lines reported for one fault. */
const MAX_LINES = 10;

interface Sample {
  /** The name in reports. */
  readonly name: string;
  readonly file: string;
  /** The name of its folder in each project. */
  readonly folder: string;
}

interface Result {
  readonly status: number | null;
  readonly output: string;
}

/** The findings for each document. */
class Findings {
  private readonly rows = new Map<string, { runs: number; counts: string }>();
  readonly faults: string[] = [];

  add(step: string, output: string): void {
    const lines = output.trim().split('\n').slice(0, MAX_LINES);
    this.faults.push(`${step}: ${lines.join('\n  ')}`);
  }

  addOutcome(name: string, step: string, { statuses, faults }: Outcome): void {
    for (const fault of faults) this.add(`${name}, ${step}`, fault);
    const { runs, counts } = this.rows.get(name) ?? { runs: 0, counts: '' };
    const found = Object.entries(statuses).map(([status, count]) => `${status} x ${count}`);
    this.rows.set(name, {
      runs: runs + (faults.length === 0 ? 1 : 0),
      counts: found.join(', ') || counts,
    });
  }

  report(): string {
    const rows = [...this.rows].map(([name, { runs, counts }]) => [name, String(runs), counts]);
    const table = tableLines([['document', 'sound runs', 'statuses'], ...rows], 'text');
    return [...table, '', ...this.faults, ''].join('\n');
  }
}

function projectsCommand(): number {
  const { values, positionals } = parseCommandLine(OPTIONS, USAGE);
  const [documents, ...others] = positionals;
  if (documents === undefined || others.length > 0) {
    throw new CommandError(`Name one folder of documents\n${USAGE}`);
  }
  const samples = samplesOf(documents);
  const { node: nodes = [] } = values;
  const runners = (values.runners ?? []).map((name) => sampleNamed(samples, name));
  endTidily();
  const folder = makeFolder(values.keep);
  build();
  const bin = install(folder, runners.length > 0);
  const findings = new Findings();
  for (const format of FORMATS) {
    const project = path.join(folder, format);
    writeSources(project, projectSources(format));
    const made = samples.filter((each) => generate(bin, project, format, each, findings));
    for (const [compiler, command] of compilers()) {
      compileAndRun(project, made, `${format} by ${compiler}`, command, nodes, findings);
    }
    if (runners.length > 0) runTests(folder, project, runners, findings);
  }
  endProgress();
  process.stdout.write(findings.report());
  return findings.faults.length === 0 ? EXIT_OK : EXIT_FINDINGS;
}

function makeFolder(kept: string | undefined): string {
  if (kept !== undefined) {
    if (existsSync(kept))
      throw new CommandError(`There is something at ${kept}; name a new folder`);
    mkdirSync(kept, { recursive: true });
    return path.resolve(kept);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'projects-'));
  clearAtEnd(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function samplesOf(folder: string): Sample[] {
  return findDocuments(folder).map((file) => {
    const name = path.relative(folder, file).split(path.sep).join('/');
    return { name, file: path.resolve(file), folder: name.replaceAll(/[^\w-]/g, '_') };
  });
}

function sampleNamed(samples: readonly Sample[], name: string): Sample {
  const found = samples.find((each) => each.name === name);
  if (found === undefined) throw new CommandError(`There is no document "${name}"`);
  return found;
}

/** Installs the package as users do. @returns its program */
function install(folder: string, hasTests: boolean): string {
  const vitest = ['install', '--no-save', '--no-audit', '--no-fund', 'vitest'];
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  if (hasTests) run('npm', vitest, folder);
  const installed = new InstalledPackage(folder);
  installed.install(packInto(folder));
  const tools = [
    '@types/express',
    '@types/node',
    'openapi-typescript',
    'typescript',
    ...(hasTests ? ['jest', 'ts-jest'] : []),
  ];
  for (const name of tools) installed.link(name);
  return installed.bin;
}

function writeSources(folder: string, sources: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(sources)) writeFileSync(path.join(folder, name), text);
}

/** Generates from a document and scaffolds its handlers. @returns true if there are files to compile */
function generate(
  bin: string,
  project: string,
  format: ModuleFormat,
  { name, file, folder }: Sample,
  findings: Findings,
): boolean {
  const cwd = path.join(project, folder);
  mkdirSync(path.join(cwd, 'src', 'handlers'), { recursive: true });
  const isMade = ['generate', 'scaffold'].every((command) => {
    say(`${format}: ${command} ${name}`);
    const { status, output } = runIn(cwd, process.execPath, bin, command, '--spec', file);
    if (status !== 0) findings.add(`${name}, ${command} as ${format}`, output);
    return status === 0;
  });
  if (isMade) writeSources(cwd, documentSources(format));
  return isMade;
}

function compilers(): (readonly [name: string, command: readonly string[]])[] {
  const five = path.join('node_modules', 'typescript', 'bin', 'tsc');
  return [
    ['TypeScript 5', [process.execPath, HEAP, path.resolve(five)]],
    ['TypeScript 7', [nativeCompiler()]],
  ];
}

function compileAndRun(
  project: string,
  samples: readonly Sample[],
  step: string,
  [compiler = '', ...args]: readonly string[],
  nodes: readonly string[],
  findings: Findings,
): void {
  say(step);
  const dist = `dist-${step.at(-1)}`;
  const compiled = runIn(project, compiler, ...args, '--outDir', dist);
  if (compiled.status !== 0) findings.add(step, compiled.output);
  for (const node of [process.execPath, ...nodes]) {
    const version = runIn(project, node, '--version').output.trim();
    say(`${step} on Node ${version}`);
    const folders = samples.map(({ folder }) => folder);
    const { status, output } = runIn(project, node, path.join(dist, 'run.js'), ...folders);
    if (status !== 0) findings.add(`${step} on Node ${version}`, output);
    else addOutcomes(samples, `${step} on Node ${version}`, output, findings);
  }
}

function addOutcomes(
  samples: readonly Sample[],
  step: string,
  output: string,
  findings: Findings,
): void {
  const outcomes = JSON.parse(output) as Record<string, Outcome>;
  for (const { name, folder } of samples) {
    const missing = { statuses: {}, faults: ['it did not run'] };
    findings.addOutcome(name, step, outcomes[folder] ?? missing);
  }
}

function runTests(
  folder: string,
  project: string,
  samples: readonly Sample[],
  findings: Findings,
): void {
  const modules = path.join(folder, 'node_modules');
  const jest = ['--experimental-vm-modules', path.join(modules, 'jest', 'bin', 'jest.js')];
  const runners = {
    'ts-jest': [...jest, '--rootDir', project],
    vitest: [path.join(modules, 'vitest', 'vitest.mjs'), 'run', '--root', project],
  };
  for (const [name, args] of Object.entries(runners)) {
    for (const sample of samples) {
      const step = `${sample.name}, ${path.basename(project)} under ${name}`;
      say(step);
      const test = `${sample.folder}/run.test.ts`;
      const { status, output } = runIn(project, process.execPath, HEAP, ...args, test);
      if (status === 0) findings.addOutcome(sample.name, step, { statuses: {}, faults: [] });
      else findings.add(step, output);
    }
  }
}

function runIn(cwd: string, program: string, ...args: readonly string[]): Result {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: Infinity,
    env: { ...process.env, JEST_WORKER_ID: undefined, NODE_ENV: undefined },
  });
  // A signal is meant for this program, which cannot receive it during a synchronous run.
  if (signal === 'SIGINT' || signal === 'SIGTERM') throw new CommandError(`Ended by ${signal}`);
  return { status, output: error === undefined ? stdout + stderr : error.message };
}

runCommand(projectsCommand);
