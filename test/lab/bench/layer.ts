import { measureLoad } from './measure';
import type { Settings } from './options';
import { catalogue, newPlant, offer, refusals, type RequestKind, unknownPath } from './requests';
import { type Cores, FLOOR, measuredPeer, OWN, ServerProcess } from './servers';
import { type Measured, ratioOfEach, type Spread, spreadOfEach, takeTurns } from './turns';

/** The cost of a server for one kind of request. */
export interface LayerFigures {
  readonly name: string;
  readonly request: string;
  /** Number of the document's operations. */
  readonly operations: number;
  /** Without sockets; includes the load, which is in the same process. */
  readonly script: CostFigures & { readonly heapBytes: number };
  /** Through sockets, from another process. */
  readonly sockets: CostFigures;
}

interface CostFigures {
  /** Per request. */
  readonly cpuMicros: Spread;
  /** As a multiple of the floor's, turn by turn. */
  readonly ofFloor: Spread;
}

const NAMES = [FLOOR, 'fastify', 'fastify-openapi-glue', OWN] as const;

/** Kinds of requests, by the document's number of operations. */
const CASES: readonly (readonly [operations: number, kinds: readonly RequestKind[]])[] = [
  [1, [newPlant, ...refusals]],
  [1_000, [newPlant, unknownPath, catalogue, offer]],
];

/** Requests of a batch: some 10 to 30 ms. */
const REQUESTS = 1_000;
/** Number of different requests. */
const TEXTS = 64;
/** Enough turns for V8's optimizations. */
const WARM_UP = 8;
const TURNS_A_ROUND = { script: 10, sockets: 5 } as const;

/** Servers in turns, without sockets and then with them; each has its own process for each document. */
export async function benchLayer(
  settings: Settings,
  cores: Cores | undefined,
): Promise<LayerFigures[]> {
  const figures: LayerFigures[] = [];
  for (const [operations, kinds] of CASES) {
    const commands = NAMES.map((name) => measuredPeer(name, operations));
    const servers = await ServerProcess.startAll(commands, cores?.server, kinds);
    const ways = await measureWays(`layer, ${operations} operations`, servers, kinds, {
      ...settings,
      isAwake: cores !== undefined,
    });
    figures.push(...ways.map((each) => ({ ...each, operations })));
    await Promise.all(servers.map((server) => server.stop()));
  }
  return figures;
}

async function measureWays(
  title: string,
  servers: readonly ServerProcess[],
  kinds: readonly RequestKind[],
  { rounds, connections, isAwake }: Settings & { readonly isAwake: boolean },
): Promise<Omit<LayerFigures, 'operations'>[]> {
  const inTurns = <Sample>(
    way: string,
    turnsARound: number,
    measure: (server: ServerProcess, kind: RequestKind) => Promise<Sample>,
  ): Promise<Measured<Sample>[][]> => {
    const groups = kinds.map((kind) =>
      servers.map((server) => ({ name: server.name, measure: () => measure(server, kind) })),
    );
    return takeTurns(`${title}, ${way}`, groups, {
      turns: rounds * turnsARound,
      warmUp: WARM_UP,
    });
  };
  const script = await inTurns('JavaScript alone', TURNS_A_ROUND.script, (server, kind) => {
    const texts = Array.from({ length: TEXTS }, () => kind.next());
    return server.runBatch({ texts, status: kind.status, count: REQUESTS, connections });
  });
  const until = { requests: REQUESTS };
  const sockets = await inTurns('sockets', TURNS_A_ROUND.sockets, (server, kind) =>
    measureLoad(server, kind, { connections, until, isAwake }),
  );
  return kinds.flatMap(({ name: request }, index) =>
    NAMES.map((name, place) => ({
      ...{ name, request, sockets: costs(sockets[index], place) },
      script: {
        ...costs(script[index], place),
        heapBytes: spreadOfEach(script[index]?.[place]?.samples ?? [], 'heapBytes').median,
      },
    })),
  );
}

type CpuSample = Readonly<Record<'cpuMicros', number>>;

/** @param group the floor, and others */
function costs(group: readonly Measured<CpuSample>[] = [], place: number): CostFigures {
  const samples = group[place]?.samples ?? [];
  return {
    cpuMicros: spreadOfEach(samples, 'cpuMicros'),
    ofFloor: ratioOfEach(samples, group[0]?.samples ?? [], 'cpuMicros'),
  };
}
