import { randomUUID } from 'node:crypto';
import {
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeLeftUploads } from '../../../../src/runtime/host/upload-file';
import { serveDocument } from '../../../support/serve-document';
import { temporaryFolder } from '../../../support/temporary-folder';

/** Files of uploads that killed processes left. */

const within = temporaryFolder();
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const nameOfUpload = (): string => `upload-${randomUUID()}`;

function write(folder: string, name: string, hours: number): void {
  const file = path.join(folder, name);
  writeFileSync(file, 'x');
  utimesSync(file, hoursAgo(hours), hoursAgo(hours));
}

const document = `
openapi: 3.1.0
info: { title: Names, version: 1.0.0 }
paths: { /names: { get: { operationId: getNames, responses: { 204: { description: None } } } } }
`;

async function serve(uploadFolder: string): Promise<number> {
  const getNames = () => Promise.resolve({ status: 204 });
  const served = await serveDocument(document, { getNames }, { host: { uploadFolder } });
  const { status } = await fetch(`${served.url}/names`);
  await served.close();
  return status;
}

it('a start removes an upload that is older than a day', async () => {
  const folder = mkdtempSync(path.join(within, 'uploads-'));
  write(folder, nameOfUpload(), 25);
  expect(await serve(folder)).toBe(204);
  while (readdirSync(folder).length > 0) await sleep(5);
});

it('nothing else is removed', async () => {
  const folder = mkdtempSync(path.join(within, 'uploads-'));
  const uuid = randomUUID();
  const names = ['file', uuid, `upload-${uuid}.txt`, `upload-x${uuid}`, 'upload-', 'upload-1'];
  for (const name of names) write(folder, name, 25);
  const young = nameOfUpload();
  write(folder, young, 23);
  const [link, dangling, inner] = [nameOfUpload(), nameOfUpload(), nameOfUpload()];
  symlinkSync('file', path.join(folder, link));
  symlinkSync('missing', path.join(folder, dangling));
  mkdirSync(path.join(folder, inner));
  write(path.join(folder, inner), nameOfUpload(), 25);
  for (const each of [link, dangling, inner]) {
    lutimesSync(path.join(folder, each), hoursAgo(25), hoursAgo(25));
  }
  const before = readdirSync(folder, { recursive: true }).sort();
  const [old, older] = [nameOfUpload(), nameOfUpload()];
  write(folder, old, 25);
  write(folder, older, 10_000);
  await removeLeftUploads(folder);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
});

it.each(['a missing folder', 'a file'])('%s hinders no start', async (what) => {
  const place = path.join(within, what);
  if (what === 'a file') writeFileSync(place, '');
  await removeLeftUploads(place);
  expect(await serve(place)).toBe(204);
});
