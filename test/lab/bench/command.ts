import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EXIT_OK, runCommand } from '../../../src/cli/command-line';
import { ROOT } from '../../../src/cli/package-files';
import { build, endProgress, endTidily, run, say } from '../command';
import { benchContract } from './contract';
import { benchDurable } from './durable';
import { benchLayer } from './layer';
import { readOptions } from './options';
import { report, type Results } from './report';
import { bindToCores, PEERS } from './servers';
import { benchStart } from './start';

/** Measures the plant store and its peers, prints the tables and writes results.json. */
async function bench(): Promise<number> {
  const { settings, parts, out } = readOptions();
  endTidily();
  prepare();
  const folder = temporaryFolder();
  const cores = bindToCores();
  say(
    cores === undefined
      ? 'not pinned: servers and load share all cores'
      : `servers run on core ${cores.server}, the load on core ${cores.load}`,
  );
  const [cpu, ...otherCpus] = os.cpus();
  const results: Results = {
    machine: {
      cpu: (cpu?.model ?? 'unknown').trim(),
      cores: otherCpus.length + 1,
      memoryBytes: os.totalmem(),
      system: `${os.type()} ${os.arch()}`,
      node: process.version,
      pinned: cores !== undefined,
    },
    settings,
    versions: peerVersions(),
    ...(parts.includes('layer') && { layer: await benchLayer(settings, cores) }),
    ...(parts.includes('contract') && (await benchContract(settings, cores))),
    ...(parts.includes('durable') && { durable: await benchDurable(settings, cores, folder) }),
    ...(parts.includes('start') && { start: await benchStart(settings, cores, folder) }),
  };
  endProgress();
  process.stdout.write(report(results));
  if (out !== undefined) {
    mkdirSync(out, { recursive: true });
    const file = path.join(out, 'results.json');
    writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  }
  return EXIT_OK;
}

/** Builds the project and installs missing peers. @throws CommandError naming the command that failed */
function prepare(): void {
  build();
  if (existsSync(path.join(PEERS, 'node_modules', '.package-lock.json'))) return;
  const folder = path.relative(ROOT, PEERS);
  say(`installing the peers (npm ci in ${folder}); they are no dependency of the project`);
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], PEERS);
}

/**
 * A folder for databases that is removed when the process ends. It is within the project: on the disk that a
 * service would use.
 */
function temporaryFolder(): string {
  const data = path.join(ROOT, 'data');
  mkdirSync(data, { recursive: true });
  const folder = mkdtempSync(path.join(data, 'bench-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
    if (readdirSync(data).length === 0) rmdirSync(data);
  });
  return folder;
}

/** The installed versions of the packages in the peers' package.json. */
function peerVersions(): Record<string, string> {
  const read = (...file: string[]): unknown =>
    JSON.parse(readFileSync(path.join(PEERS, ...file, 'package.json'), 'utf8'));
  const { dependencies } = read() as { dependencies: Record<string, string> };
  return Object.fromEntries(
    Object.keys(dependencies).map((name) => {
      const { version } = read('node_modules', name) as { version: string };
      return [name, version];
    }),
  );
}

runCommand(bench);
