import { createInterface } from 'node:readline/promises';
import { CommandError } from '../cli/command-line';
import { withoutUser } from './report/redact';
import type { RunOptions } from './run-options';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * True where requests may write to the service without a question: it is on this machine, somebody has
 * said so, or nothing is written.
 */
export function mayWrite(
  url: string,
  { isReadOnly, isConfirmed }: Pick<RunOptions, 'isReadOnly' | 'isConfirmed'>,
): boolean {
  return isReadOnly || isConfirmed || LOOPBACK.test(new URL(url).hostname);
}

/** What to do where nobody allows it. */
export const ALLOW_WRITING = 'It is not on this machine: allow it with --yes, or use --read-only';

/**
 * Says that requests will write; asks where the service is on another machine and somebody is there.
 *
 * @throws CommandError when nobody allows it
 */
export async function sayWrites(url: string, options: RunOptions): Promise<void> {
  if (options.isReadOnly) return;
  process.stderr.write(`${writingTo(url)}\n`);
  if (mayWrite(url, options)) return;
  if (!process.stdin.isTTY) throw new CommandError(ALLOW_WRITING);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Go on? [y/N] ');
  asking.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError('Nothing was sent');
}

/** What requests do to a service. */
export function writingTo(url: string): string {
  return `Requests that create, change and delete are sent to ${withoutUser(url)}; --read-only sends none`;
}
