// Opens a store as a user without special rights and writes why it could not. Argument: FILE
import { writeSync } from 'node:fs';
import { openStore } from '../../../src/stores/open-store';

const NOBODY = 65_534;

async function main(file: string): Promise<void> {
  if (process.getuid?.() === 0) process.setuid?.(NOBODY);
  const store = await openStore(`sqlite:${file}`, { role: 'server' });
  await store.close();
  writeSync(1, 'opened');
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  writeSync(1, String(error));
});
