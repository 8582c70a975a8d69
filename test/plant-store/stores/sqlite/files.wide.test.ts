import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import type { Store, StoreRole } from '../../../../src/plant-store/stores/store';
import { useTempFolder } from '../temp-folder';

/** What the store makes on the disk: for whom, where, and through which links. */

const folder = useTempFolder();
const open: Store[] = [];
/** Of the tests that do not set another one. */
const umask = 0o022;
let usualUmask: number;

beforeEach(() => {
  usualUmask = process.umask(umask);
});

afterEach(async () => {
  process.umask(usualUmask);
  for (const store of open.splice(0)) await store.close();
});

async function openAt(name: string, role: StoreRole = 'server'): Promise<Store> {
  const store = await openStore(`sqlite:${folder.path(name)}`, { role });
  open.push(store);
  return store;
}

function modeOf(name: string): string {
  return (statSync(folder.path(name)).mode & 0o777).toString(8);
}

/** The modes of all that is in the test's folder, by name. */
function modes(): Record<string, string> {
  return Object.fromEntries(readdirSync(folder.path('.')).map((name) => [name, modeOf(name)]));
}

describe('modes', () => {
  it.each([0o000, 0o022, 0o077, 0o777])('are for the owner alone under umask %o', async (mask) => {
    process.umask(mask);
    const server = await openAt('plants.db');
    await server.plants.create({ id: 1n, name: 'Fern' });
    await server.backup(folder.path('backup.db'));
    const found = modes();
    const names = ['plants.db', 'plants.db-lock', 'plants.db-shm', 'plants.db-wal', 'backup.db'];
    expect(Object.keys(found)).toEqual(expect.arrayContaining(names));
    expect(Object.entries(found).filter(([, mode]) => mode !== '600')).toEqual([]);
  });

  it('of a database that is there stay, and go for what is made beside it', async () => {
    await (await openAt('plants.db')).close();
    rmSync(folder.path('plants.db-lock'));
    chmodSync(folder.path('plants.db'), 0o660);
    const server = await openAt('plants.db');
    await server.plants.create({ id: 1n, name: 'Fern' });
    expect(new Set(Object.values(modes()))).toEqual(new Set(['660']));
  });

  const itAsRoot = process.getuid?.() === 0 ? it : it.skip;
  itAsRoot('and owner are those of the database where root makes a file beside it', async () => {
    await (await openAt('plants.db')).close();
    rmSync(folder.path('plants.db-lock'));
    chownSync(folder.path('plants.db'), 1234, 4321);
    await openAt('plants.db', 'tool');
    const { uid, gid } = statSync(folder.path('plants.db-lock'));
    expect({ uid, gid }).toEqual({ uid: 1234, gid: 4321 });
  });
});

describe('a folder that is not there', () => {
  it.each(['server', 'tool'] as const)('is refused to a %s, and not made', async (role) => {
    const file = folder.path('typo/deep/plants.db');
    await expect(openAt('typo/deep/plants.db', role)).rejects.toThrow(
      `Cannot open the store "${file}": there is no folder "${folder.path('typo/deep')}"; make it, or correct DATABASE_URL`,
    );
    expect(existsSync(folder.path('typo'))).toBe(false);
  });
});

describe('a symbolic link', () => {
  it('that leads nowhere makes no database', async () => {
    symlinkSync(folder.path('elsewhere'), folder.path('plants.db'));
    await expect(openAt('plants.db')).rejects.toThrow(
      `Cannot open the store "${folder.path('plants.db')}": it is a symbolic link to a file that is not there; name that one, or remove the link`,
    );
    expect(readdirSync(folder.path('.'))).toEqual(['plants.db']);
  });

  it.each([
    ['server', 'elsewhere'],
    ['tool', 'elsewhere'],
    ['server', 'other.db'],
  ] as const)(
    'in place of the lock is refused to a %s, and %s left alone',
    async (role, target) => {
      writeFileSync(folder.path('other.db'), '');
      symlinkSync(folder.path(target), folder.path('plants.db-lock'));
      await expect(openAt('plants.db', role)).rejects.toThrow(
        `Cannot open the store "${folder.path('plants.db')}": beside it, "${folder.path('plants.db-lock')}" is a symbolic link; remove the link`,
      );
      expect(existsSync(folder.path('elsewhere'))).toBe(false);
      expect(modeOf('other.db')).toBe((0o666 & ~umask).toString(8));
    },
  );

  it.each(['-wal', '-shm'])('in place of the %s is not followed', async (suffix) => {
    symlinkSync(folder.path('elsewhere'), folder.path(`plants.db${suffix}`));
    await expect(openAt('plants.db')).rejects.toThrow('Cannot open the store');
    expect(existsSync(folder.path('elsewhere'))).toBe(false);
  });

  it('in place of a backup is refused, and stays', async () => {
    symlinkSync(folder.path('elsewhere'), folder.path('backup.db'));
    const store = await openAt('plants.db');
    await expect(store.backup(folder.path('backup.db'))).rejects.toThrow('the file exists already');
    expect(lstatSync(folder.path('backup.db')).isSymbolicLink()).toBe(true);
    expect(existsSync(folder.path('elsewhere'))).toBe(false);
  });

  it('to a database leads to it, and to the lock and log that all others use', async () => {
    mkdirSync(folder.path('real'));
    await (await openAt('real/plants.db')).close();
    symlinkSync(folder.path('real/plants.db'), folder.path('link.db'));
    const server = await openAt('link.db');
    await server.plants.create({ id: 1n, name: 'Fern' });
    expect(readdirSync(folder.path('.')).sort()).toEqual(['link.db', 'real']);
    await expect(openAt('real/plants.db')).rejects.toThrow('another plant-store serves it');
    await server.close();
    expect(statSync(folder.path('real/plants.db-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(
      0,
    );
  });
});
