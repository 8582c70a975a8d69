import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchContract } from './contract';
import { bindToCores } from './cores';
import { benchDev } from './dev';
import { describeMachine, peerVersions } from './machine';
import { benchOperations } from './operations';
import { readOptions, type Part } from './options';
import { prepare, temporaryFolder } from './prepare';
import { endProgress, say } from './progress';
import { reportSvg } from './report-svg';
import { reportTable } from './report-table';
import type { Results } from './results';
import { benchStart } from './start';
import { benchPostgres, benchStore } from './store';
import { benchTelemetry } from './telemetry';
import { endTidily } from '../clean-up';
import { EXIT_OK, runCommand } from '../../../src/cli/command-line';

/** Measures the plant store beside its peers, prints the tables and writes results.json and bench.svg. */
async function benchCommand(): Promise<number> {
  const { rounds, seconds, connections, storeConnections, parts, saves, spec, out } = readOptions();
  endTidily();
  // npm run dev needs no build, and has no peer.
  const hasPeers = parts.some((part) => part !== 'dev');
  if (hasPeers) prepare();
  const folder = temporaryFolder();
  const cores = bindToCores();
  say(
    cores === undefined
      ? 'not pinned: servers and load share all cores'
      : `servers run on core ${cores.server}, the load on core ${cores.load}`,
  );
  const settings = { rounds, seconds, connections };
  // Of servers that have one thread.
  const apart = { ...settings, isAwake: cores !== undefined };
  const storeSettings = { rounds, seconds, connections: storeConnections };
  const wants = (part: Part): boolean => parts.includes(part);
  const results: Results = {
    machine: describeMachine(cores !== undefined),
    settings: { ...settings, storeConnections },
    versions: hasPeers ? peerVersions() : {},
    ...(wants('contract') && (await benchContract(apart, cores))),
    ...(wants('store') && { store: await benchStore(storeSettings, cores, folder) }),
    ...(wants('postgres') && (await benchPostgres(storeSettings, cores))),
    ...(wants('operations') && { operations: await benchOperations(apart, cores, folder) }),
    ...(wants('telemetry') && { telemetry: await benchTelemetry(apart, cores, folder) }),
    ...(wants('start') && { start: await benchStart(settings, cores, folder) }),
    ...(wants('dev') && { dev: await benchDev(saves, cores, folder, spec) }),
  };
  endProgress();
  process.stdout.write(reportTable(results));
  if (out !== undefined) writeReports(out, results);
  return EXIT_OK;
}

function writeReports(folder: string, results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(path.join(folder, 'bench.svg'), reportSvg(results));
}

runCommand(benchCommand);
