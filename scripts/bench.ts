import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchContract } from './bench/contract';
import { bindToCores } from './bench/cores';
import { benchDev } from './bench/dev';
import { describeMachine, peerVersions } from './bench/machine';
import { benchOperations } from './bench/operations';
import { readOptions, type Part } from './bench/options';
import { prepare, temporaryFolder } from './bench/prepare';
import { endProgress, say } from './bench/progress';
import { reportSvg } from './bench/report-svg';
import { reportTable } from './bench/report-table';
import type { Results } from './bench/results';
import { benchStart } from './bench/start';
import { benchPostgres, benchStore } from './bench/store';
import { benchTelemetry } from './bench/telemetry';
import { endTidily } from './clean-up';
import { EXIT_OK, runCommand } from './command-line';

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
