import { clearProgress, CommandError, showProgress } from '../command-line';
import { npm } from './npm';

/** What is done in a new project, as its user would do it: by its own scripts, with what it has installed. */
const STEPS: readonly (readonly string[])[] = [
  ['install', '--no-audit', '--no-fund', '--loglevel=error'],
  ['run', '--silent', 'generate'],
  ['run', '--silent', 'scaffold'],
];

/**
 * Installs, generates and scaffolds.
 *
 * @throws CommandError with what the step that failed said, and the steps that are left
 */
export function finish(project: string): void {
  for (const [index, step] of STEPS.entries()) {
    showProgress(commandOf(step));
    try {
      npm(project, step);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const left = STEPS.slice(index).map(commandOf).join(' && ');
      throw new CommandError(`${error.message}\nThe files are there; what is left to do: ${left}`);
    } finally {
      clearProgress();
    }
  }
}

function commandOf(step: readonly string[]): string {
  return `npm ${step.filter((word) => !word.startsWith('-')).join(' ')}`;
}
