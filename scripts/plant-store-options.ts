import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from '../src/tools/cli/command-line';

const GENERATED = path.join(__dirname, '..', 'generated');
const HANDLERS = ['--handlers', 'src/plant-store/plants/handlers'];
const EXTENSIONS = 'src/extensions.ts';
/** What every command takes. */
const ALWAYS = existsSync(EXTENSIONS) ? [...HANDLERS, '--extensions', EXTENSIONS] : HANDLERS;

/** The options of the plant store. */
const OPTIONS = {
  generate: [...ALWAYS, '--yaml'],
  dev: [...ALWAYS, '--yaml', '--app', 'src/plant-store/development.ts', '--sources', 'src'],
  check: [...ALWAYS, '--yaml', '--authenticators', 'src/plant-store/authenticators.ts'],
  scaffold: [...ALWAYS, '--tests', 'test/plants/handlers'],
};

/** Gives a command the options of the plant store, unless it is about another folder of generated files. */
export function forPlantStore(name: keyof typeof OPTIONS, command: Command): Command {
  return (args) => {
    const options = { generated: { type: 'string' }, out: { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...args], options, strict: false });
    const folder = String(values.generated ?? values.out ?? 'generated');
    return command(path.resolve(folder) === GENERATED ? [...OPTIONS[name], ...args] : args);
  };
}
