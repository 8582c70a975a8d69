import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/stores/open-store';
import { describeStore } from '../store-suite';
import { makeTempFolder } from '../temp-folder';

describeStore('a SQLite store', () => {
  const folder = makeTempFolder();
  return Promise.resolve({
    open: (role) => openStore(`sqlite:${join(folder, 'plants.db')}`, { role }),
    remove: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
});
