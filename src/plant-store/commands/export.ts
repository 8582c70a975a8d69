import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readDatabaseUrl } from '../config';
import type { Plant } from '../plants/plant-store';
import { openStore } from '../stores/open-store';
import type { Command } from './command';
import { CommandError, EXIT_FAILED, EXIT_OK, parseCommandLine } from './command-line';
import { ndjsonLine } from './formats/ndjson';
import { CSV_OPTIONS, FORMAT_OPTION, refuseOtherFormats } from './formats/removed-csv';
import { isClosedPipe } from './output';

/** Characters collected before a write: a write for each plant would cost more than its text. */
const PIECE_LENGTH = 2 ** 16;

/** `plant-store export`: every plant, by ascending id, exactly, possibly while a service runs. */
export const exportPlants: Command = async ({ args, env, stdout }) => {
  const { values } = parseCommandLine(args, FORMAT_OPTION, { removed: CSV_OPTIONS });
  refuseOtherFormats(values.format);
  const store = await openStore(readDatabaseUrl(env), { role: 'tool', mustExist: true });
  try {
    await writeAll(Readable.from(pieces(store.plants.list())), stdout);
  } finally {
    await store.close();
  }
  return EXIT_OK;
};

/** @throws CommandError when the output cannot be written; errors of the source */
async function writeAll(source: Readable, stdout: Writable): Promise<void> {
  try {
    await pipeline(source, stdout, { end: false });
  } catch (error) {
    // A reader such as `head` has read enough.
    if (isClosedPipe(error)) return;
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall !== 'write') throw error;
    throw new CommandError(
      `Cannot write the export, which is not complete: ${message}`,
      EXIT_FAILED,
    );
  }
}

async function* pieces(plants: AsyncIterable<Plant>): AsyncIterable<string> {
  let piece = '';
  for await (const plant of plants) {
    piece += ndjsonLine(plant);
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
