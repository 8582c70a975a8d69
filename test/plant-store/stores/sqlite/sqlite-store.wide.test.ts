import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import { describeStore } from '../store-suite';
import { makeTempFolder } from '../temp-folder';

describeStore('a SQLite store', () => {
  const folder = makeTempFolder();
  const file = join(folder, 'plants.db');
  return Promise.resolve({
    open: (role) => openStore(`sqlite:${file}`, { role }),
    clear: () => {
      const database = new Database(file);
      database.exec('DELETE FROM plants; DELETE FROM tokens');
      database.close();
      return Promise.resolve();
    },
    remove: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
});
