import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { runScript } from '../support/run-script';
import { temporaryFolder } from '../support/temporary-folder';
import { describeFiles } from './cases/files';
import { describeJobs } from './cases/jobs';
import { describeOffer } from './cases/offer';
import { makeShop, RunningShop } from './running-shop';

/** A service of another document than that of the plants, made, compiled and started as its author would. */

const folder = temporaryFolder();
const recorded = path.join(folder, 'recorded');
let shop: RunningShop | undefined;

beforeAll(async () => {
  const project = makeShop(path.join(folder, 'print-shop'));
  expect(project.script('generate').stderr).toBe('');
  expect(project.build()).toEqual({ code: 0, stdout: '', stderr: '' });
  mkdirSync(recorded);
  shop = await RunningShop.start(project.folder, recorded);
});

describe('the offer', () => describeOffer(() => shop!));

describe('jobs', () => describeJobs(() => shop!));

describe('files', () => describeFiles(() => shop!));

it('ends without a complaint, and all that its document says was exercised', async () => {
  expect(await shop!.end()).toEqual({ code: 0, stderr: '' });
  const options = Object.entries({
    recorded,
    spec: path.join(__dirname, 'project', 'spec', 'openapi.yaml'),
    allowed: path.join(__dirname, 'contract-coverage.txt'),
    threshold: '100',
  }).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, stdout } = runScript('src/tools/contract-coverage/command.ts', options);
  expect([code, stdout]).toEqual([0, expect.stringContaining('100 %')]);
});
