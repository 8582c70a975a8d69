import type { Cores } from './cores';
import { measureInRounds, type Subject } from './measure';
import { newPlant, refusals } from './requests';
import type { ServerFigures, Settings } from './results';
import { assertContract, ServerProcess, type ServerCommand } from './server-process';
import { contractServers, OWN } from './servers';

const START_LIMIT_MS = 30_000;

/** Each server with nothing stored, and each kind of response of the plant store. */
export async function benchContract(
  settings: Settings,
  cores: Cores | undefined,
): Promise<{ contract: ServerFigures[]; responses: ServerFigures[] }> {
  const servers = await startAll(contractServers, cores?.server);
  const refused = servers
    .filter(({ name }) => name === OWN)
    .flatMap((server) =>
      refusals.map((kind) => ({ label: `${OWN} ${kind.status}`, server, kind })),
    );
  const measured = await measureInRounds([...servers.map(subjectOf), ...refused], settings);
  await stopAll(servers);
  const own = measured.filter(({ server }) => server.name === OWN);
  return {
    contract: measured
      .slice(0, servers.length)
      .map(({ label, figures }) => ({ name: label, ...figures })),
    responses: own.map(({ kind, figures }) => ({ name: String(kind.status), ...figures })),
  };
}

export function subjectOf(server: ServerProcess): Subject {
  return { label: server.name, server, kind: newPlant() };
}

/** @throws Error when a server does not serve, or not what the contract says */
export async function startAll(
  commands: readonly ServerCommand[],
  cores: string | undefined,
): Promise<ServerProcess[]> {
  const servers: ServerProcess[] = [];
  for (const command of commands) {
    const server = await startServer(command, cores);
    await assertContract(server, refusals);
    servers.push(server);
  }
  return servers;
}

/** @throws Error when it does not serve in time */
export async function startServer(
  command: ServerCommand,
  cores: string | undefined,
): Promise<ServerProcess> {
  const options = { cores, limitMs: START_LIMIT_MS, first: newPlant() };
  const server = await ServerProcess.start(command, options);
  if (server === undefined) throw new Error(`${command.name} does not serve in time`);
  return server;
}

export async function stopAll(servers: readonly ServerProcess[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
}
