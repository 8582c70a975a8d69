import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordedExchange } from './record';

/**
 * Reads what the processes of a run recorded.
 *
 * @param folder has a file of each process
 * @throws Error of the file system when the folder cannot be read
 */
export function readRecordings(folder: string): RecordedExchange[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .flatMap(exchangeOf);
}

/** A process may be killed within its last line. */
function exchangeOf(line: string): RecordedExchange[] {
  try {
    return [JSON.parse(line) as RecordedExchange];
  } catch {
    return [];
  }
}
