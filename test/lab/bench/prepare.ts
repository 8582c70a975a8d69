import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../../../src/cli/command-line';
import { ROOT } from '../../../src/cli/folders';
import { say } from './progress';
import { PEERS } from './server-process';

/** Builds the project. @throws CommandError when that fails */
export function build(): void {
  say('building the project (npm run build)');
  run('npm', ['run', '--silent', 'build'], ROOT);
}

/** Builds the project and installs the peers where they are missing. @throws CommandError naming the command that failed */
export function prepare(): void {
  build();
  if (existsSync(path.join(PEERS, 'node_modules', '.package-lock.json'))) return;
  const folder = path.relative(ROOT, PEERS);
  say(`installing the peers (npm ci in ${folder}); they are no dependency of the project`);
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], PEERS);
}

function run(program: string, args: readonly string[], cwd: string): void {
  // Standard output is for the results.
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  const folder = path.relative(process.cwd(), cwd) || '.';
  throw new CommandError(`"${[program, ...args].join(' ')}" failed in ${folder}; fix that first`);
}

/**
 * A folder for databases and generated files that is gone when the process ends. It is within the
 * project: databases on the disk that a service would use, generated code beside the packages it needs.
 */
export function temporaryFolder(): string {
  const data = path.join(ROOT, 'data');
  mkdirSync(data, { recursive: true });
  const folder = mkdtempSync(path.join(data, 'bench-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
    if (readdirSync(data).length === 0) rmdirSync(data);
  });
  return folder;
}
