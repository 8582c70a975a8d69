import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../cli/command-line';
import type { RecordedExchange } from './record';

/**
 * Reads what the processes of a run recorded.
 *
 * @param folder has a file of each process
 * @throws CommandError naming the folder when it cannot be read
 */
export function readRecordings(folder: string): RecordedExchange[] {
  return filesIn(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .flatMap(exchangeOf);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The recordings ${folder} cannot be read (${code ?? String(error)})`);
  }
}

/** A process may be killed within its last line. */
function exchangeOf(line: string): RecordedExchange[] {
  try {
    return [JSON.parse(line) as RecordedExchange];
  } catch {
    return [];
  }
}
