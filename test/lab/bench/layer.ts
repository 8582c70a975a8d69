import { measureLoad } from './measure';
import type { Settings } from './options';
import { catalogue, newPlant, offer, refusals, type RequestKind, unknownPath } from './requests';
import { type Cores, FLOOR, OWN, peers, type Served, ServerProcess } from './servers';
import { type Measured, ratioOfEach, type Spread, spreadOfEach, takeTurns } from './turns';

/** What a server costs for one kind of request, beside others in the same process. */
export interface LayerFigures {
  readonly name: string;
  readonly request: string;
  /** How many the document has. */
  readonly operations: number;
  /** Without sockets: what JavaScript takes, that of the load included. */
  readonly script: CostFigures & { readonly heapBytes: number };
  /** Through sockets, from another process. */
  readonly sockets: CostFigures;
}

interface CostFigures {
  /** For each request. */
  readonly cpuMicros: Spread;
  /** The same as a multiple of what the floor takes, turn by turn. */
  readonly ofFloor: Spread;
}

const NAMES = [FLOOR, 'fastify', 'fastify-openapi-glue', OWN] as const;

/** Kinds of requests, by the number of operations of the document. */
const CASES: readonly (readonly [operations: number, kinds: readonly RequestKind[]])[] = [
  [1, [newPlant, ...refusals]],
  [1_000, [newPlant, unknownPath, catalogue, offer]],
];

/** Requests of a batch: some 10 to 30 ms. */
const REQUESTS = 1_000;
/** Different ones among them. */
const TEXTS = 64;
/** By then, V8 has optimized what it will. */
const WARM_UP = 8;
const TURNS_A_ROUND = 5;

/** Servers of one process in turns, without sockets and then with them; a process for each document. */
export async function benchLayer(
  settings: Settings,
  cores: Cores | undefined,
): Promise<LayerFigures[]> {
  const figures: LayerFigures[] = [];
  for (const [operations, kinds] of CASES) {
    const command = peers(NAMES, operations);
    const started = await ServerProcess.startChecked(command, cores?.server, kinds);
    figures.push(...(await measureDocument(started, { operations, kinds, settings, cores })));
    await started.stop();
  }
  return figures;
}

interface Document {
  readonly operations: number;
  readonly kinds: readonly RequestKind[];
  readonly settings: Settings;
  readonly cores: Cores | undefined;
}

async function measureDocument(
  { servers }: ServerProcess,
  { operations, kinds, settings: { rounds, connections }, cores }: Document,
): Promise<LayerFigures[]> {
  const inTurns = <Sample extends CpuSample>(
    way: string,
    measure: (server: Served, kind: RequestKind) => Promise<Sample>,
  ): Promise<Measured<Sample>[][]> => {
    const groups = kinds.map((kind) =>
      servers.map((server) => ({ name: server.name, measure: () => measure(server, kind) })),
    );
    const title = `layer, ${operations} operations, ${way}`;
    return takeTurns(title, groups, { turns: rounds * TURNS_A_ROUND, warmUp: WARM_UP });
  };
  const script = await inTurns('JavaScript alone', ({ process, port }, kind) => {
    const texts = Array.from({ length: TEXTS }, () => kind.next());
    return process.runBatch(port, { texts, status: kind.status, count: REQUESTS, connections });
  });
  const load = { connections, until: { requests: REQUESTS }, isAwake: cores !== undefined };
  const sockets = await inTurns('sockets', (server, kind) => measureLoad(server, kind, load));
  return script.flatMap((group, index) =>
    group.map(({ name, samples }, place) => ({
      ...{ name, request: kinds[index]?.name ?? '', operations },
      script: {
        ...costs(group, place),
        heapBytes: spreadOfEach(samples, 'heapBytes').median,
      },
      sockets: costs(sockets[index] ?? [], place),
    })),
  );
}

type CpuSample = Readonly<Record<'cpuMicros', number>>;

/** @param group the floor, and others */
function costs(group: readonly Measured<CpuSample>[], place: number): CostFigures {
  const samples = group[place]?.samples ?? [];
  return {
    cpuMicros: spreadOfEach(samples, 'cpuMicros'),
    ofFloor: ratioOfEach(samples, group[0]?.samples ?? [], 'cpuMicros'),
  };
}
