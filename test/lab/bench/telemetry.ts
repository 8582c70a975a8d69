import path from 'node:path';
import type { Cores } from './cores';
import { startAll, stopAll, subjectOf } from './contract';
import { measureInRounds } from './measure';
import type { ServerFigures, Settings } from './results';
import { telemetryServers } from './servers';

/** What it costs to log, count and trace requests: the contract layer alone, and with each of them. */
export async function benchTelemetry(
  settings: Settings,
  cores: Cores | undefined,
  folder: string,
): Promise<ServerFigures[]> {
  const servers = await startAll(
    telemetryServers(path.join(folder, 'requests.log')),
    cores?.server,
  );
  const measured = await measureInRounds(servers.map(subjectOf), settings);
  await stopAll(servers);
  return measured.map(({ label, figures }) => ({ name: label, ...figures }));
}
