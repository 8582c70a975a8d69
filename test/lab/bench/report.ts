import { tableLines } from '../../../src/cli/table';
import type { Figures, Settings, Spread } from './measure';
import { FLOOR, OWN } from './servers';

/** What the bench found, as results.json has it. */
export interface Results {
  readonly machine: Machine;
  readonly settings: Settings;
  /** Versions of the peers' packages, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Requests that are answered with 200, nothing stored. */
  readonly contract?: readonly Figures[];
  /** Each kind of response of the plant store, nothing stored; the first is 200. */
  readonly responses?: readonly Figures[];
  readonly start?: StartFigures;
}

/** Where the bench ran. */
interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  /** Whether servers had a core of their own, and the load another. */
  readonly pinned: boolean;
}

/** The plant store as users start it. */
export interface StartFigures {
  /** From the start of the process to its first response. */
  readonly startMs: Spread;
  /** CPU time of the process until then, as a multiple of what bare `node:http` takes, started right after it. */
  readonly startCpuRatio: Spread;
  readonly startCpuMs: Spread;
  /** Resident memory a second after the first response. */
  readonly idleRssBytes: Spread;
  readonly afterRequests: readonly { readonly requests: number; readonly rssBytes: number }[];
}

/** All results as tables for a terminal. */
export function report(results: Results): string {
  const { contract, responses, start, settings, machine, versions } = results;
  const { cpu, cores, memoryBytes, system, node, pinned } = machine;
  const floor = contract?.find(({ name }) => name === FLOOR);
  const best = contract
    ?.filter(({ name }) => name !== FLOOR && name !== OWN)
    .sort((a, b) => a.cpuMicros.median - b.cpuMicros.median)[0];
  const sections = [
    ...(contract
      ? [costs('Contract only', contract, { 'of the floor': floor, 'of the best peer': best })]
      : []),
    ...(responses
      ? [costs('Responses of the plant store', responses, { 'of 200': responses[0] })]
      : []),
    ...(start ? [startSection(start)] : []),
    [
      `Medians of ${settings.rounds} rounds of ${settings.seconds} s; connections in a closed loop: ${settings.connections}`,
      `${cpu}, ${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GiB; ${system}; Node ${node}; ` +
        (pinned ? 'servers and load on a core each' : 'servers and load share the cores'),
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    ].join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** @param references what CPU times are compared with, by the head of the column */
function costs(
  title: string,
  all: readonly Figures[],
  references: Readonly<Record<string, Figures | undefined>>,
): string {
  const rows = all.map((each) => [
    each.name,
    micros(each.cpuMicros.median),
    range(each.cpuMicros, micros),
    ...Object.values(references).map((to) =>
      to === undefined ? '' : (each.cpuMicros.median / to.cpuMicros.median).toFixed(2),
    ),
    whole(each.requestsPerSecond.median),
    each.p50Ms.median.toFixed(2),
    each.p99Ms.median.toFixed(2),
    mebibytes(each.rssBytes.median),
  ]);
  const heads = ['CPU µs/request', 'min..max', ...Object.keys(references)];
  return table(title, [['', ...heads, 'requests/s', 'p50 ms', 'p99 ms', 'RSS MiB'], ...rows]);
}

function startSection(figures: StartFigures): string {
  const { startMs, startCpuMs, startCpuRatio, idleRssBytes, afterRequests } = figures;
  const row = (name: string, spread: Spread, median: Write, ends: Write = median): string[] => [
    name,
    median(spread.median),
    range(spread, ends),
  ];
  return table('The plant store as built', [
    ['', 'median', 'min..max'],
    row('start to first response, ms', startMs, whole, micros),
    row('CPU time until then, ms', startCpuMs, whole, micros),
    row(`the same, times that of ${FLOOR}`, startCpuRatio, micros),
    row('RSS idle, MiB', idleRssBytes, mebibytes),
    ...afterRequests.map(({ requests, rssBytes }) => [
      `RSS after ${requests} requests, MiB`,
      mebibytes(rssBytes),
      '',
    ]),
  ]);
}

function table(title: string, rows: readonly (readonly string[])[]): string {
  return [title, '', ...tableLines(rows, 'numbers')].join('\n');
}

type Write = (value: number) => string;

const whole: Write = (value) => value.toFixed(0);
const micros: Write = (value) => (value >= 1_000 ? whole(value) : value.toFixed(1));
const mebibytes: Write = (bytes) => whole(bytes / 2 ** 20);

function range({ min, max }: Spread, write: Write): string {
  return `${write(min)}..${write(max)}`;
}
