import { clearProgress, CommandError, showProgress } from '../cli/command-line';
import { npm } from './npm';

/** What is done in a new project, as its user would do it: by its own scripts, with what it has installed. */
export interface Step {
  readonly args: readonly string[];
  /** What its user types. */
  readonly command: string;
}

const WRITE: readonly Step[] = [
  {
    args: ['install', '--no-audit', '--no-fund', '--loglevel=error'],
    command: 'npm install',
  },
  { args: ['run', '--silent', 'generate'], command: 'npm run generate' },
  { args: ['run', '--silent', 'scaffold'], command: 'npm run scaffold' },
];

const CHECKS = ['--only', 'document,enforcement'];
const REASON = 'known when the project was made';

/** Accepts what the document has already, so that the drift check finds what is added to it. */
const ACCEPT: Step = {
  args: ['run', '--silent', 'check', '--', ...CHECKS, '--accept', REASON],
  command: `npm run check -- ${CHECKS.join(' ')} --accept "${REASON}"`,
};

/** @param hasFindings whether the document may have some: the one of the template has none */
export function stepsFor(hasFindings: boolean): readonly Step[] {
  return hasFindings ? [...WRITE, ACCEPT] : WRITE;
}

/**
 * Installs, generates, scaffolds and accepts.
 *
 * @throws CommandError with what the step that failed said, and the steps that are left
 */
export function finish(project: string, steps: readonly Step[]): void {
  for (const [index, { args, command }] of steps.entries()) {
    showProgress(command);
    try {
      npm(project, args);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const left = steps.slice(index).map((step) => step.command);
      throw new CommandError(
        `${error.message}\nThe files are there; what is left to do: ${left.join(' && ')}`,
      );
    } finally {
      clearProgress();
    }
  }
}
