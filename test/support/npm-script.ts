import path from 'node:path';
import manifest from '../../package.json';
import type { Command } from '../../src/cli/command-line';

const ROOT = path.join(__dirname, '..', '..');
const START = 'node --require ./scripts/load-typescript.cjs scripts/';

/** What `npm run` starts for a line of a page. */
export interface NpmScript {
  /** What package.json gives it, and what the line adds. */
  readonly args: readonly string[];
  /** The command that the room of the same name exports. */
  readonly command: Command;
}

/**
 * What package.json has for a line such as `npm run check -- --only handlers`.
 *
 * @throws Error where the line is no other, or names no script in TypeScript
 */
export function npmScript(line: string): NpmScript {
  const [, name = '', args = ''] = /^npm run (\S+)(?: -- (.+))?$/.exec(line) ?? [];
  const script = (manifest.scripts as Readonly<Record<string, string>>)[name];
  if (script?.startsWith(START) !== true) throw new Error(`No script in TypeScript: ${line}`);
  const [file = '', ...given] = script.slice(START.length).split(' ');
  const room = path.basename(file, '.ts');
  const module = jest.requireActual<Readonly<Record<string, Command>>>(
    path.join(ROOT, 'src', room, 'command'),
  );
  const command = module[room];
  if (command === undefined) throw new Error(`src/${room}/command exports no ${room}`);
  return { args: [...given, ...args.split(' ').filter(Boolean)], command };
}
