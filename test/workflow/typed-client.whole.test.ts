import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TRELLIS } from '../support/run-script';
import { promisify } from 'node:util';
import { nativeCompiler } from '../../src/tools/cli/optional-packages';
import { fileOf, readPage } from '../support/page-service';
import { startPlantService, TOKEN } from '../support/plant-service';
import { linkPackages, temporaryFolder } from '../support/temporary-folder';
import { useStarted } from '../support/use-started';

/** The clients of docs/client.md, made as the page says and run against the service. */

const ROOT = path.join(__dirname, '..', '..');
const PAGE = readPage('client.md');

const folder = temporaryFolder();

const service = useStarted(() => startPlantService());

async function run(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [...args], { cwd: folder }).catch(
    (error: unknown) => {
      // What the compiler says is on standard output.
      throw new Error(`${String(error)}\n${String(Object(error).stdout)}`);
    },
  );
  return stdout;
}

beforeAll(async () => {
  for (const name of ['add-plant.ts', 'add-exact-plant.ts', 'tsconfig.json']) {
    writeFileSync(path.join(folder, name), fileOf(PAGE, name));
  }
  linkPackages(folder, 'openapi-fetch', 'openapi-typescript-helpers', '@types');
  for (const name of ['client-types.ts', 'openapi.yaml']) {
    copyFileSync(path.join(ROOT, 'generated', name), path.join(folder, name));
  }
  const [, generate] = /^npx --no -- trellis (generate .*)$/m.exec(PAGE)!;
  await run(process.execPath, [TRELLIS, ...generate!.split(' ')]);
  await run(nativeCompiler(), []);
});

it.each([
  ['add-plant.js', 'Monstera', 1n],
  ['add-exact-plant.js', 'Ginkgo biloba', 9007199254740993n],
])('%s adds the plant %s', async (file, name, id) => {
  const client = (token: string): Promise<string> =>
    run(process.execPath, [path.join('dist', file), service.url, token]);
  expect(await client(TOKEN)).toBe(`${name}\n`);
  expect(await service.stored()).toContainEqual({ id, name });
  expect(await client('wrong')).toMatch(/^40102: /);
});
