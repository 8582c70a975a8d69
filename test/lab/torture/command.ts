import { build } from '../bench/prepare';
import { endProgress, say } from '../bench/progress';
import { CommandError, EXIT_OK, runCommand } from '../../../src/cli/command-line';
import { endTidily } from '../clean-up';
import { readOptions } from './options';
import { isSound, report } from './report';
import { torture } from './run';

const EXIT_FAULTS = 1;

/** How many of its findings a scenario shows. */
const SHOWN_FINDINGS = 20;

/** Kills the service and its database under load, and prints what of the acknowledged plants is not there. */
async function tortureCommand(): Promise<number> {
  const options = readOptions();
  endTidily();
  if (options.main === undefined) build();
  say(`seed ${options.seed}`);
  const { outcomes, kept } = await torture(options);
  endProgress();
  process.stdout.write(report(outcomes));
  for (const outcome of outcomes) {
    if (!('findings' in outcome) || isSound(outcome)) continue;
    const lines = outcome.findings.first(SHOWN_FINDINGS).map((line) => `  ${line}`);
    process.stdout.write(`\n${outcome.name}\n${lines.join('\n')}\n`);
  }
  if (kept !== undefined) {
    process.stdout.write(`\nDatabases, logs and findings.txt are kept in ${kept}\n`);
    process.stdout.write(`The same plants and choices again: --seed ${options.seed}\n`);
    return EXIT_FAULTS;
  }
  if (outcomes.every((outcome) => 'skipped' in outcome)) {
    throw new CommandError('No scenario could be run');
  }
  return EXIT_OK;
}

runCommand(tortureCommand);
