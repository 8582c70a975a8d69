import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readDatabaseUrl } from '../config';
import { stringifyJson } from '../contract/json/stringify-json';
import type { Plant } from '../plants/plant';
import { openStore } from '../stores/open-store';
import { EXIT_OK, UsageError, type Command } from './command';

/** `plant-store export`: every plant as one line of JSON, by ascending id, beside a running service. */
export const exportPlants: Command = async ({ args, env, stdout }) => {
  if (args.length > 0) throw new UsageError('export takes no arguments');
  const store = await openStore(readDatabaseUrl(env), { role: 'tool', mustExist: true });
  try {
    await pipeline(Readable.from(lines(store.plants.list())), stdout, { end: false });
  } catch (error) {
    // A reader such as `head` has read enough and closed the pipe.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  } finally {
    await store.close();
  }
  return EXIT_OK;
};

async function* lines(plants: AsyncIterable<Plant>): AsyncIterable<string> {
  for await (const { id, name, tag } of plants) yield `${stringifyJson({ id, name, tag })}\n`;
}
