import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');

/** Options of Node for a script in TypeScript, as package.json has them. */
export const TYPESCRIPT = ['--require', path.join(ROOT, 'scripts', 'load-typescript.cjs')];

/** The command of the package, which was compiled before the tests. */
export const COMPILED = path.join(ROOT, 'dist', 'src', 'main.js');

/** How a script ended. */
export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script in the project's folder.
 *
 * @param file its path there
 * @param env what its environment has beside that of the tests
 */
export function runScript(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ScriptResult {
  const script = path.join(ROOT, file);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...TYPESCRIPT, script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** The same of a command of the package, which takes less to load. */
export function runCompiled(name: string, args: readonly string[]): ScriptResult {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [COMPILED, name, ...args],
    options,
  );
  return { code: status, stdout, stderr };
}

/** Runs a script of a copy of the project, in its folder. */
export function runIn(folder: string, name: string, args: readonly string[]): ScriptResult {
  const loader = path.join(folder, 'scripts', 'load-typescript.cjs');
  const script = path.join(folder, 'scripts', name);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', loader, script, ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  return { code: status, stdout, stderr };
}
