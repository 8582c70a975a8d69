import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { CommandError } from '../cli/command-line';

/**
 * Runs npm in a folder.
 *
 * @returns what it prints
 * @throws CommandError with what it says where it fails
 */
export function npm(folder: string, args: readonly string[]): string {
  // Where npm or npx started this, it says where it is: on Windows, what is called npm is no program.
  const { npm_execpath: own, ...env } = process.env;
  const isNpm = own !== undefined && path.basename(own) === 'npm-cli.js';
  const [program, before] = isNpm ? [process.execPath, [own]] : ['npm', []];
  const { status, stdout, stderr, error } = spawnSync(program, [...before, ...args], {
    cwd: folder,
    env: withoutCommand(env),
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  const reason = error === undefined ? `${stdout}${stderr}`.trim() : error.message;
  throw new CommandError(`npm ${args.join(' ')} failed in ${folder}:\n${reason}`);
}

/** npx and npm run tell their children what they were asked themselves, which is not what this is asked. */
function withoutCommand(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own =
    /^npm_(?:command|lifecycle_|package_|config_(?:call|package|local_prefix|prefix|yes)$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}
