import { tableLines } from '../../../src/cli/table';
import type { ComparedFigures } from './contract';
import type { DurableFigures } from './durable';
import type { LayerFigures } from './layer';
import type { Settings } from './options';
import { FLOOR } from './servers';
import type { StartFigures } from './start';
import type { Spread } from './turns';

/** The results of the bench, as in results.json. */
export interface Results {
  readonly machine: Machine;
  readonly settings: Settings;
  /** Versions of the peers' packages, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Servers in one process, for each kind of request and each size of document. */
  readonly layer?: readonly LayerFigures[];
  /** Servers in their own processes, for requests answered with 200, without storage. The first is the floor. */
  readonly contract?: readonly ComparedFigures[];
  /** Each kind of response of the plant store, without storage; the first is 200. */
  readonly responses?: readonly ComparedFigures[];
  readonly durable?: readonly DurableFigures[];
  readonly start?: StartFigures;
}

/** The machine of the bench. */
interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  /** True if servers had their own core, and the load another. */
  readonly pinned: boolean;
}

/** All results as tables for a terminal. */
export function report(results: Results): string {
  const { layer, contract, responses, durable, start, settings, machine, versions } = results;
  const { cpu, cores, memoryBytes, system, node, pinned } = machine;
  const sections = [
    ...(layer ? layerSections(layer) : []),
    ...(contract ? [loadSection('Contract only', contract, 'of the floor')] : []),
    ...(responses ? [loadSection('Responses of the plant store', responses, 'of 200')] : []),
    ...(durable ? [durableSection(durable)] : []),
    ...(start ? [startSection(start)] : []),
    [
      `Medians of ${settings.rounds} rounds, with quartiles; connections in a closed loop: ${settings.connections}`,
      `${cpu}, ${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GiB; ${system}; Node ${node}; ` +
        (pinned ? 'servers and load on a core each' : 'servers and load share the cores'),
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    ].join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** A table for each document. */
function layerSections(all: readonly LayerFigures[]): string[] {
  const documents = [...new Set(all.map(({ operations }) => operations))];
  const costs = ['CPU µs/request', 'of the floor', 'quartiles'];
  const head = ['', ...costs, 'heap bytes', ...costs.map((each) => `sockets: ${each}`)];
  return documents.map((operations) => {
    const rows = all
      .filter((each) => each.operations === operations)
      .map(({ name, request, script, sockets }) => [
        `${request}: ${name}`,
        ...costCells(script),
        whole(script.heapBytes),
        ...costCells(sockets),
      ]);
    return table(`The layer, operations in the document: ${operations}`, [head, ...rows]);
  });
}

function costCells({ cpuMicros, ofFloor }: LayerFigures['sockets']): string[] {
  return [micros(cpuMicros.median), ...cells(ofFloor, ratio)];
}

/** @param reference title of the column of CPU times relative to the first one's */
function loadSection(title: string, all: readonly ComparedFigures[], reference: string): string {
  const head = ['', 'CPU µs/request', 'quartiles', reference, 'quartiles', 'requests/s'];
  const rows = all.map((each) => [
    each.name,
    ...cells(each.cpuMicros, micros),
    ...cells(each.ofFirst, ratio),
    whole(each.requestsPerSecond.median),
    each.p50Ms.median.toFixed(2),
    each.p99Ms.median.toFixed(2),
    mebibytes(each.rssBytes.median),
  ]);
  return table(title, [[...head, 'p50 ms', 'p99 ms', 'RSS MiB'], ...rows]);
}

function durableSection(all: readonly DurableFigures[]): string {
  const head = ['', 'creates/s', 'quartiles', 'of fastify', 'quartiles', 'CPU µs/create'];
  const rows = all.map((each) => [
    each.name,
    ...cells(each.createsPerSecond, whole),
    ...cells(each.ofFastify, ratio),
    micros(each.cpuMicros.median),
  ]);
  return table('Durable creates in SQLite', [head, ...rows]);
}

function startSection(figures: StartFigures): string {
  const { startMs, startCpuMs, startCpuRatio, idleRssBytes, afterRequests } = figures;
  return table('The plant store as built', [
    ['', 'median', 'quartiles'],
    ['start to first response, ms', ...cells(startMs, whole, micros)],
    ['CPU time until then, ms', ...cells(startCpuMs, whole, micros)],
    [`the same, times that of ${FLOOR}`, ...cells(startCpuRatio, micros)],
    ['RSS idle, MiB', ...cells(idleRssBytes, mebibytes)],
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

const ratio: Write = (value) => value.toFixed(2);
const whole: Write = (value) => value.toFixed(0);
const micros: Write = (value) => (value >= 1_000 ? whole(value) : value.toFixed(1));
const mebibytes: Write = (bytes) => whole(bytes / 2 ** 20);

/** A median and its quartiles. */
function cells({ median, lower, upper }: Spread, write: Write, ends = write): string[] {
  return [write(median), `${ends(lower)}..${ends(upper)}`];
}
