import { execFileSync } from 'node:child_process';
import { conformance } from '../../../src/tools/conformance/command';
import { runInProcess } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';

/** Starts a new service for each run. */
export type Start = () => Promise<{ readonly url: string; close(): Promise<void> }>;

/** Runs the command against a new service. @param argsOf arguments for its URL */
export async function runAgainst(
  start: Start,
  argsOf: (url: string) => readonly string[],
): Promise<ScriptResult & { readonly url: string }> {
  const service = await start();
  const { url } = service;
  return { ...(await runInProcess(conformance, argsOf(url)).finally(() => service.close())), url };
}

/** The arguments of a printed line, parsed by a shell. @param variables variables of the shell */
export function argumentsOf(line: string, variables: Readonly<Record<string, string>>): string[] {
  const words = line.replace(/^.*npm run conformance -- /, '');
  const env = { ...process.env, ...variables };
  const text = execFileSync('sh', ['-c', `printf '%s\\0' ${words}`], { env, encoding: 'utf8' });
  return text.split('\0').slice(0, -1);
}
