import { EXIT_OK, parseOptions, runCommand } from './command-line';
import { develop } from './dev/develop';
import { plantStore } from './dev/plant-store';

const USAGE = `Usage: npm run dev -- [--strict] [--all]
  --strict  goes on serving what was served before while the document has a warning
  --all     shows every warning, not only the first ten`;

const OPTIONS = {
  strict: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
} as const;

/** Serves the project while it is written, until it is told to end. */
async function devCommand(): Promise<number> {
  const options = parseOptions(OPTIONS, USAGE);
  const ended = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  const running = await develop(plantStore, options);
  await ended;
  await running.close();
  process.exit(EXIT_OK);
}

runCommand(devCommand);
