import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../bench/progress';
import { clearAtEnd } from '../clean-up';
import { PostgresServer, whyNoPostgres } from '../postgres/postgres-server';
import { Findings } from './findings';
import { Ledger } from './ledger';
import { checkListing } from './listing';
import type { Outcome } from './report';
import { RollingClients, type RollingCounts } from './rolling-clients';
import { Service, ServiceStartError } from './service';
import type { Setting } from './trial';
import { OverdueError } from './waiting';

/** Under load between two restarts. */
const PAUSE_MS = 500;

/** Two services on one PostgreSQL database, of which one after the other is restarted by SIGTERM under load. */
export async function tortureRollingRestart(setting: Setting): Promise<Outcome> {
  const { name } = setting;
  const refusal = whyNoPostgres();
  if (refusal !== undefined) return { name, skipped: refusal };
  const server = await PostgresServer.create();
  const cleared = clearAtEnd(() => {
    if (server.pid !== undefined) process.kill(server.pid, 'SIGQUIT');
    rmSync(server.socketFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const findings = new Findings();
  try {
    const databaseUrl = await server.createDatabase();
    const counts = await restartInTurn({ ...setting, databaseUrl }, findings);
    return { name, findings, figures: report(name, setting.kills, counts) };
  } finally {
    await server.remove();
    cleared();
  }
}

async function restartInTurn(
  setting: Setting & { readonly databaseUrl: string },
  findings: Findings,
): Promise<RollingCounts | undefined> {
  const { name, seed, kills, connections } = setting;
  const ledger = new Ledger(findings);
  const services = ['first service', 'second service'].map(
    (service) => new Service(service, setting, findings),
  );
  try {
    await Promise.all(services.map((service) => service.start()));
    const clients = new RollingClients({ targets: services, ledger, findings, seed }, connections);
    for (let round = 1; round <= kills; round++) {
      for (const service of services) {
        await sleep(PAUSE_MS);
        const code = await service.stop();
        if (code !== 0) findings.unexpected(`the ${service.name} exits ${String(code)} at SIGTERM`);
        await service.start();
      }
      say(`${name}: ${round} restarts of each, ${ledger.acknowledged} plants acknowledged`);
    }
    await clients.stop();
    await checkListing(setting, ledger, findings);
    const { failed } = clients.counts;
    if (failed > 0) findings.unexpected(`${failed} creates failed twice`);
    return clients.counts;
  } catch (error) {
    // What does not happen in time, or does not start again, is a result.
    if (!(error instanceof OverdueError || error instanceof ServiceStartError)) throw error;
    findings.unexpected(error.message);
    return undefined;
  } finally {
    await Promise.all(services.map((service) => service.kill()));
  }
}

function report(name: string, restarts: number, counts: RollingCounts | undefined): string {
  if (counts === undefined) return `${name}\n`;
  const { creates, retried, failed, refused, lost, unavailable } = counts;
  const lines = [
    `${name}, ${restarts} restarts of each service`,
    `  ${creates} creates, ${retried} of them sent once more, ${failed} failed twice`,
    `  first failures: connection refused ${refused}, lost ${lost}, 503 ${unavailable}`,
  ];
  return `${lines.join('\n')}\n`;
}
