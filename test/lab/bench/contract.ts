import { type LoadSample, measureLoad } from './measure';
import type { Settings } from './options';
import { newPlant, refusals } from './requests';
import { type Cores, OWN, peer, peerNames, ServerProcess } from './servers';
import { type Measured, ratioOfEach, type Spread, spreadOfEach, takeTurns } from './turns';

/** Figures of a server under load, measured in turns with others. */
export interface ComparedFigures extends Readonly<Record<keyof LoadSample, Spread>> {
  readonly name: string;
  /** CPU time as a multiple of the first server's, window by window. */
  readonly ofFirst: Spread;
}

/** So long that a window has a thousand requests even of the slowest server. */
const WINDOWS_A_SECOND = 5;

/** Each server in its own process, without storage, and each kind of response of the plant store. */
export async function benchContract(
  { rounds, seconds, connections }: Settings,
  cores: Cores | undefined,
): Promise<{ contract: ComparedFigures[]; responses: ComparedFigures[] }> {
  const commands = peerNames.map((name) => peer(name));
  const kinds = [newPlant, ...refusals];
  const servers = await ServerProcess.startAll(commands, cores?.server, kinds);
  const until = { seconds: 1 / WINDOWS_A_SECOND };
  const load = { connections, until, isAwake: cores !== undefined };
  const own = servers.filter(({ name }) => name === OWN);
  const created = servers.map((server) => ({
    name: server.name,
    measure: () => measureLoad(server, newPlant, load),
  }));
  const responses = own.flatMap((server) =>
    kinds.map((kind) => ({
      name: String(kind.status),
      measure: () => measureLoad(server, kind, load),
    })),
  );
  const turns = { turns: rounds * seconds * WINDOWS_A_SECOND, warmUp: WINDOWS_A_SECOND };
  const groups = await takeTurns('contract', [created, responses], turns);
  await Promise.all(servers.map((server) => server.stop()));
  const [contract = [], answered = []] = groups.map(compared);
  return { contract, responses: answered };
}

function compared(group: readonly Measured<LoadSample>[]): ComparedFigures[] {
  return group.map(({ name, samples }) => ({
    name,
    cpuMicros: spreadOfEach(samples, 'cpuMicros'),
    requestsPerSecond: spreadOfEach(samples, 'requestsPerSecond'),
    p50Ms: spreadOfEach(samples, 'p50Ms'),
    p99Ms: spreadOfEach(samples, 'p99Ms'),
    rssBytes: spreadOfEach(samples, 'rssBytes'),
    ofFirst: ratioOfEach(samples, group[0]?.samples ?? [], 'cpuMicros'),
  }));
}
