import { CommandError } from '../cli/command-line';
import type { Check, CheckOptions, Outcome } from './drift-check';

/** What a check came to: what it found, or why it could not run. */
export type CheckAnswer = { readonly outcome: Outcome } | { readonly fault: string };

export async function runCheck(
  check: Check,
  options: CheckOptions,
  tell: (progress: string) => void,
): Promise<CheckAnswer> {
  try {
    return { outcome: await check.run(options, tell) };
  } catch (error) {
    if (error instanceof CommandError) return { fault: error.message };
    throw error;
  }
}
