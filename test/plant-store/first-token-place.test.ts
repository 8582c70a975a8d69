import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { announce, type FirstToken, placeFirstToken } from '../../src/plant-store/first-token';
import { createLog } from '../../src/runtime/service/log';
import { temporaryFolder } from '../support/temporary-folder';

/** What no test of a start shows: a folder that cannot be written, and databases that are no files. */

const folder = temporaryFolder();
const log = createLog('silent');

let revoked: number;
const token: FirstToken = {
  id: 'abc',
  secret: 'plant_secret',
  revoke: () => {
    revoked++;
    return Promise.resolve();
  },
};
beforeEach(() => (revoked = 0));

it('revokes a token that cannot be written', async () => {
  const databaseUrl = `sqlite:${path.join(folder, 'nowhere', 'plants.db')}`;
  expect(await placeFirstToken(token, { isTerminal: false, databaseUrl, log })).toBeUndefined();
  expect(revoked).toBe(1);
});

it('puts it into the working directory where the database is a server', async () => {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const options = { isTerminal: false, databaseUrl: 'postgres://plants@db.example/x', log };
    const note = await placeFirstToken(token, options);
    expect(readFileSync(note?.file ?? '', 'utf8')).toBe('plant_secret\n');
    expect(path.dirname(note?.file ?? '')).toBe(process.cwd());
    expect(revoked).toBe(0);
  } finally {
    process.chdir(before);
  }
});

it('writes no file for a terminal', async () => {
  const databaseUrl = `sqlite:${path.join(folder, 'shown', 'plants.db')}`;
  expect(await placeFirstToken(token, { isTerminal: true, databaseUrl, log })).toEqual({ token });
  expect(existsSync(path.join(folder, 'shown'))).toBe(false);
});

it('is nothing where there is no token', async () => {
  const options = { isTerminal: false, databaseUrl: 'sqlite:plants.db', log };
  expect(await placeFirstToken(undefined, options)).toBeUndefined();
});

it('is announced without the password and the parameters of the database', () => {
  const url = 'http://localhost:3000';
  const databaseUrl = 'postgres://plants:hunter2@db.example/x?sslmode=require';
  expect(announce({ url, managementUrl: url, workers: 1 }, databaseUrl)).toBe(
    `plant-store listens on ${url} and keeps its plants in postgres://plants@db.example:5432/x\n`,
  );
});
