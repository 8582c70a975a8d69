import { stat } from 'node:fs/promises';
import { readDatabaseUrl } from '../config';
import { openStore } from '../stores/open-store';
import type { Command } from './command';
import { CommandError, EXIT_OK } from './command-line';
import { print } from './output';

/** `plant-store backup FILE`: a snapshot of plants and tokens, possibly while a service runs. */
export const backup: Command = async ({ args, env, stdout }) => {
  const [file, ...others] = args;
  if (file === undefined || file === '' || file.startsWith('-') || others.length > 0) {
    throw new CommandError('backup takes one FILE, which it creates');
  }
  const store = await openStore(readDatabaseUrl(env), { role: 'tool', mustExist: true });
  try {
    await store.backup(file);
  } finally {
    await store.close();
  }
  const { size } = await stat(file);
  await print(stdout, `${file}: ${size} bytes\n`);
  return EXIT_OK;
};
