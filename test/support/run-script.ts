import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');

/** Options of Node for a script in TypeScript, as package.json has them. */
export const TYPESCRIPT = ['--require', path.join(ROOT, 'scripts', 'load-typescript.cjs')];

/** How a script ended. */
export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a file of `scripts/` in the project's folder.
 *
 * @param env what its environment has beside that of the tests
 */
export function runScript(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ScriptResult {
  const script = path.join(ROOT, 'scripts', name);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...TYPESCRIPT, script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
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

/** The same beside what this process serves meanwhile. */
export async function runScriptBeside(
  name: string,
  args: readonly string[],
): Promise<ScriptResult> {
  const script = path.join(ROOT, 'scripts', name);
  const child = spawn(process.execPath, [...TYPESCRIPT, script, ...args], { cwd: ROOT });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}
