import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from '../src/tools/cli/command-line';

const GENERATED = path.join(__dirname, '..', 'generated');
const HANDLERS = ['--handlers', 'src/plant-store/plants/handlers'];
const EXTENSIONS = 'src/extensions.ts';
/** What every command takes. */
const ALWAYS = existsSync(EXTENSIONS) ? [...HANDLERS, '--extensions', EXTENSIONS] : HANDLERS;

/** The options of the plant store, and the one that names the folder of generated files. */
const OPTIONS = {
  generate: { folder: 'out', own: [...ALWAYS, '--yaml'] },
  dev: {
    folder: 'out',
    own: [...ALWAYS, '--yaml', '--app', 'src/plant-store/development.ts', '--sources', 'src'],
  },
  check: {
    folder: 'generated',
    own: [...ALWAYS, '--yaml', '--authenticators', 'src/plant-store/authenticators.ts'],
  },
  scaffold: { folder: 'generated', own: [...ALWAYS, '--tests', 'test/plants/handlers'] },
};

/** Gives a command the options of the plant store, unless it is about another folder of generated files. */
export function forPlantStore(name: keyof typeof OPTIONS, command: Command): Command {
  const { folder, own } = OPTIONS[name];
  return (args) => {
    const options = { [folder]: { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...args], options, strict: false });
    const isOwn = path.resolve(String(values[folder] ?? 'generated')) === GENERATED;
    return command(isOwn ? [...own, ...args] : args);
  };
}
