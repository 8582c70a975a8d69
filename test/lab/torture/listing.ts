import { spawn } from 'node:child_process';
import type { Plant } from '../../../src/plant-store/plants/plant';
import { clearAtEnd } from '../clean-up';
import type { Findings } from './findings';
import type { Ledger } from './ledger';
import type { Program } from './service';
import { within } from './waiting';

const EXPORT_LIMIT_MS = 120_000;

/** Holds what `plant-store export` prints, beside whatever else runs, against the ledger. */
export async function checkListing(
  program: Program,
  ledger: Ledger,
  findings: Findings,
): Promise<void> {
  const check = ledger.beginCheck();
  const failure = await exportLines(program, (line) => {
    const plant = parseLine(line);
    if (plant === undefined) findings.unexpected(`export printed ${JSON.stringify(line)}`);
    else check.see(plant);
  });
  if (failure === undefined) check.end();
  else findings.unexpected(`export ended with ${failure}`);
}

/** @returns how it ended, when not well */
function exportLines(
  { main, databaseUrl }: Program,
  onLine: (line: string) => void,
): Promise<string | undefined> {
  const child = spawn(process.execPath, [main, 'export'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { DATABASE_URL: databaseUrl },
  });
  const cleared = clearAtEnd(() => child.kill('SIGKILL'));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  // Not node:readline, which takes U+2028 for the end of a line.
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('close', (code, signal) => {
      cleared();
      if (rest !== '') onLine(rest);
      resolve(code === 0 ? undefined : `${String(code ?? signal)}: ${complaint.trim()}`);
    });
  });
  return within(EXPORT_LIMIT_MS, 'plant-store export', ended).finally(() => child.kill('SIGKILL'));
}

/** Not through `JSON.parse` alone, which rounds the id. */
function parseLine(line: string): Plant | undefined {
  const id = /^\{"id":(-?\d+),"name":"/.exec(line)?.[1];
  if (id === undefined) return undefined;
  try {
    const { name, tag } = JSON.parse(line) as { name: string; tag?: string };
    return { id: BigInt(id), name, ...(tag !== undefined && { tag }) };
  } catch {
    return undefined;
  }
}
