import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openStore } from '../../../src/plant-store/stores/open-store';
import { ConfigError } from '../../../src/runtime/service';
import { StoreOpenError } from '../../../src/plant-store/stores/store';
import { useTempFolder } from './temp-folder';
import { itEach } from '../../support/it-each';

const folder = useTempFolder();

async function openError(databaseUrl: string): Promise<Error> {
  const error: unknown = await openStore(databaseUrl, { role: 'server' }).then(
    async (store) => {
      await store.close();
      return undefined;
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreOpenError || error instanceof ConfigError))
    throw new Error(`expected a refusal: ${databaseUrl}`);
  return error;
}

const ALLOWED =
  'but must be "sqlite:" and the path of a file, or "postgres://USER:PASSWORD@HOST/DATABASE"';

const refused: Readonly<Record<string, [message: string]>> = {
  'mysql://plants:hunter2@db/plants': [`DATABASE_URL is "mysql:...", ${ALLOWED}`],
  'postgres:plants:hunter2@db': [`DATABASE_URL is "postgres:...", ${ALLOWED}`],
  'postgres://plants:hunt/er2@db.example/plants?password=hunter2': [
    'Cannot open the store "postgres:...": it is not of the form postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE; percent-encode special characters in names and passwords, such as @ as %40',
  ],
  'host=db password=hunter2': [`DATABASE_URL is "...", ${ALLOWED}`],
  'data/plants.db': [`DATABASE_URL is "...", ${ALLOWED}`],
  '': [`DATABASE_URL is "...", ${ALLOWED}`],
  'sqlite:': [`DATABASE_URL is "sqlite:...", ${ALLOWED}`],
  'sqlite::memory:': [
    'Cannot open the store "sqlite::memory:": it names no file, as sqlite:data/plants.db does',
  ],
  'sqlite:///srv/plants.db': [
    'Cannot open the store "sqlite:///srv/plants.db": the path follows "sqlite:" without "//"',
  ],
  'sqlite:a\0\nb': ['Cannot open the store "sqlite:a\\u0000\\nb": a file name cannot contain NUL'],
};

describe('openStore', () => {
  itEach(refused)('refuses %j in one line', async (url, message) => {
    expect((await openError(url)).message).toBe(message);
  });

  it('creates the file', async () => {
    const file = folder.path('plants.db');
    const store = await openStore(`sqlite:${file}`, { role: 'server' });
    await store.close();
    expect(existsSync(file)).toBe(true);
  });

  it('takes a path for a file whatever it looks like', async () => {
    mkdirSync(folder.path('http:'));
    const file = folder.path('http:/a b?mode=memory#c');
    const store = await openStore(`sqlite:${file}`, { role: 'server' });
    await store.close();
    expect(existsSync(file)).toBe(true);
  });

  it('refuses a folder', async () => {
    const path = folder.path('plants.db');
    mkdirSync(path);
    expect((await openError(`sqlite:${path}`)).message).toBe(
      `Cannot open the store "${path}": it is a folder; name a file`,
    );
  });

  it('refuses a path through a file', async () => {
    writeFileSync(folder.path('file'), '');
    const path = folder.path('file/plants.db');
    const error = await openError(`sqlite:${path}`);
    expect(error.message).toBe(
      `Cannot open the store "${path}": a part of the path is a file, not a folder; name another place`,
    );
    expect(error.cause).toMatchObject({ code: 'EEXIST' });
  });
});

it('loads the driver of PostgreSQL only for a store on it', () => {
  const loaded = (what: string): string =>
    execFileSync(
      process.execPath,
      ['-e', `${what}; console.log(Object.keys(require.cache).join())`],
      {
        cwd: path.join(__dirname, '..', '..', '..', 'dist', 'src', 'plant-store', 'stores'),
        encoding: 'utf8',
      },
    );
  expect(loaded("require('./open-store')")).not.toMatch(/node_modules.pg\b/);
  expect(loaded("require('./postgres/open')")).toMatch(/node_modules.pg\b/);
});
