import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync, chmodSync } from 'node:fs';
import path from 'node:path';
import { nativeCompiler } from '../../src/tools/cli/optional-packages';
import { linkPackages, putFile, temporaryFolder } from './temporary-folder';
import { stepsFor } from '../../src/tools/init/npm';
import { NewProject } from './new-project';
import type { Replaced } from './page-player';
import { TRELLIS } from './run-script';
import { blocksOf, commandsOf as consoleCommands } from './pages';

const ROOT = path.join(__dirname, '..', '..');
const GENERATE = 'npx --no -- trellis generate ';

/** The first block after a file name on a page of docs/. */
export function fileOf(page: string, name: string): string {
  const [, text] = /^```\w+\n([\s\S]*?)^```$/m.exec(page.slice(page.indexOf(`\`${name}\``)))!;
  return text!;
}

function commandsOf(page: string, start: string): string[] {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  return blocks
    .flatMap((block) => block.trim().split('\n'))
    .filter((line) => line.startsWith(start));
}

export function readPage(name: string): string {
  return readFileSync(path.join(ROOT, 'docs', name), 'utf8');
}

/** A service made by following a page of docs/: it imports the package only through package.json. */
export class PageService {
  private readonly page: string;
  private readonly folder = temporaryFolder();
  /** Options of the page's `generate` commands, one for each document. */
  private readonly options: readonly (readonly string[])[];

  constructor(page: string) {
    this.page = readPage(page);
    const commands = commandsOf(this.page, GENERATE);
    this.options = commands.map((command) => command.slice(GENERATE.length).split(' '));
  }

  /** Writes files of the page, and files of own-service.md that it shares. */
  write(own: readonly string[], shared: readonly string[] = []): void {
    for (const name of own) putFile(this.folder, name, fileOf(this.page, name));
    const ownService = readPage('own-service.md');
    for (const name of shared) {
      writeFileSync(path.join(this.folder, name), fileOf(ownService, name));
    }
    linkPackages(this.folder, '@types');
  }

  generate(): string {
    return this.options.map((options) => this.trellis('generate', ...options)).join('');
  }

  check(): string {
    const check = ['check', '--only', 'generated'];
    return this.options.map((options) => this.trellis(...check, ...options)).join('');
  }

  private trellis(...args: readonly string[]): string {
    return run(process.execPath, [TRELLIS, ...args], this.folder);
  }

  /** Compiles the service and runs it during a function. */
  async serve(use: (url: string) => Promise<void>): Promise<void> {
    run(nativeCompiler(), [], this.folder);
    const [start] = commandsOf(readPage('own-service.md'), 'node ');
    const server = spawn(process.execPath, start!.split(' ').slice(1), {
      cwd: this.folder,
      env: { ...process.env, PORT: '0' },
    });
    try {
      const [line] = (await once(server.stdout, 'data')) as [Buffer];
      await use(/http:\S+/.exec(line.toString())![0]);
    } finally {
      server.kill();
    }
  }
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8' });
}

export async function putJson(url: string, body: string): Promise<[number, unknown]> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'PUT', headers, body });
  return [response.status, await response.json()];
}

const BINARIES = {
  trellis: TRELLIS,
  // Users have the compiler of TypeScript 5.9, which gives the same errors more slowly.
  tsc: path.join(ROOT, 'node_modules', 'typescript7', 'bin', 'tsc'),
  jest: path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
};

/** Commands of a page that tests do not run, such as those that install packages. */
export function replacedCommands(page: string, start: RegExp): Replaced {
  const shown = blocksOf(page).flatMap(({ text }) => consoleCommands(text));
  const names = shown.map(({ command }) => command).filter((command) => start.test(command));
  return Object.fromEntries(names.map((command) => [command, () => undefined]));
}

/** Commands that a short test of a page leaves out. */
const CHECKS: Replaced = { 'npm run check -- --only generated,handlers': () => undefined };

/** Replacements for the commands of a page that creates a project with `init`. */
export function replacedByInit(
  command: string,
  { folder, spec, isShort }: { folder: string; spec: string; isShort: boolean },
): Replaced {
  const init = (): string => initProject(folder, spec, stepsFor(!isShort));
  return { [command]: init, ...(isShort && CHECKS) };
}

/**
 * Creates a project with `init`, as on a page, without packing or installing the package.
 *
 * @returns the output of `init`
 */
function initProject(folder: string, spec: string, steps: ReturnType<typeof stepsFor>): string {
  const project = new NewProject(folder);
  const { code, stdout, stderr } = project.init('--spec', spec);
  if (code !== 0) throw new Error(stderr);
  project.finish(steps);
  linkBinaries(folder);
  return stderr + stdout;
}

export function linkBinaries(folder: string): void {
  const bin = path.join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(BINARIES)) {
    const file = path.join(bin, name);
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    chmodSync(file, 0o755);
  }
}
