import '../support/long';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { storeDrivers } from '../../src/plant-store/stores/open-store';
import { hasRegistry, packInto } from '../support/installed-package';
import { temporaryFolder } from '../support/temporary-folder';
import { readStages, ROOT } from './dockerfile';

const HAS_REGISTRY = hasRegistry();
const app = temporaryFolder();

(HAS_REGISTRY ? it : it.skip)(
  `what the Dockerfile installs beside the package is of the lock file, and serves${
    HAS_REGISTRY ? '' : ', for which npm reaches no registry'
  }`,
  () => {
    const [build] = readStages();
    const install = build!.findLast(({ name }) => name === 'RUN')!.text;
    mkdirSync(path.join(app, 'src', 'runtime'), { recursive: true });
    mkdirSync(path.join(app, 'src', 'tools'));
    const [plantStore = '', runtime = ''] = packInto(app, ['plant-store', 'runtime']);
    execFileSync('tar', ['-xzf', plantStore, '--strip-components=1', '-C', app]);
    const folder = path.join(app, 'src', 'runtime');
    execFileSync('tar', ['-xzf', runtime, '--strip-components=1', '-C', folder]);
    const env = { ...process.env, DATABASE_URL: 'sqlite:plants.db' };
    const options = { cwd: app, env, encoding: 'utf8' } as const;
    execFileSync('sh', ['-c', install.replaceAll('/build', ROOT)], options);
    const versionOf = (folder: string, name: string): unknown => {
      const file = path.join(folder, 'node_modules', name, 'package.json');
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version;
    };
    for (const { package: name } of storeDrivers)
      expect(versionOf(app, name)).toBe(versionOf(ROOT, name));
    const tools = ['typescript', 'js-yaml', '@redocly', 'jest', 'openapi-trellis-tools'];
    const isThere = (name: string): boolean => existsSync(path.join(app, 'node_modules', name));
    expect(tools.filter(isThere)).toEqual([]);
    writeFileSync(path.join(app, 'plants.ndjson'), '{"id":1,"name":"Fern"}\n');
    const main = path.join(app, 'dist', 'src', 'main.js');
    const { status, stdout } = spawnSync(
      process.execPath,
      [main, 'import', 'plants.ndjson'],
      options,
    );
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '1 created, 0 already there, 0 refused\n',
    });
  },
);
