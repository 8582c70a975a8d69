import { alignColumns } from './columns';
import {
  bestPeerOf,
  floorOf,
  machineLine,
  mebibytes,
  micros,
  ratio,
  settingsLine,
  speedup,
  times,
  versionsLine,
} from './comparison';
import type {
  CreateFigures,
  DevFigures,
  Figures,
  OperationsFigures,
  OperationsRequest,
  Results,
  ServerFigures,
  StartFigures,
  StoreFigures,
} from './results';
import { FASTIFY, FLOOR } from './servers';
import type { Spread } from './statistics';

/** A column of a table: its head, and what it says of a thing. */
type Column<Thing> = readonly [head: string, cell: (thing: Thing) => string];

/** All results as text: Markdown, with columns that line up. */
export function reportTable(results: Results): string {
  const { contract, responses, store, postgres, postgresCreates, operations, start } = results;
  const { telemetry, dev } = results;
  const sections = [
    ...(contract ? [comparison('Contract only', contract)] : []),
    ...(responses ? [responsesSection(responses)] : []),
    ...(store ? [storeSection('Durable creates in SQLite', store)] : []),
    ...(postgres ? [storeSection('Durable creates in PostgreSQL', postgres)] : []),
    ...(postgresCreates ? [createsSection(postgresCreates)] : []),
    ...(operations ? [operationsSection(operations)] : []),
    ...(telemetry ? [telemetrySection(telemetry)] : []),
    ...(start ? [startSection(start)] : []),
    ...(dev ? [devSection(dev)] : []),
    [settingsLine(results), machineLine(results.machine), versionsLine(results)].join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

const COST: readonly Column<Figures>[] = [
  ['CPU µs/request', ({ cpuMicros }) => micros(cpuMicros.median)],
  ['min..max', ({ cpuMicros }) => range(cpuMicros, micros)],
];

const LATENCY: readonly Column<Figures>[] = [
  ['p50 ms', ({ p50Ms }) => p50Ms.median.toFixed(2)],
  ['p99 ms', ({ p99Ms }) => p99Ms.median.toFixed(2)],
];

const LOAD: readonly Column<Figures>[] = [
  ['requests/s', ({ requestsPerSecond }) => whole(requestsPerSecond.median)],
  ...LATENCY,
  ['RSS MiB', ({ rssBytes }) => mebibytes(rssBytes.median)],
];

function comparison(title: string, servers: readonly ServerFigures[]): string {
  const floor = floorOf(servers);
  const best = bestPeerOf(servers);
  return section(title, servers, [
    ['server', ({ name }) => name],
    ...COST,
    ['of the floor', (server) => times(ratio(server, floor))],
    ['of the best peer', (server) => times(ratio(server, best))],
    ...LOAD,
  ]);
}

function responsesSection(responses: readonly ServerFigures[]): string {
  return section('Responses of the plant store', responses, [
    ['response', ({ name }) => name],
    ...COST,
    ['of 200', (response) => times(ratio(response, responses[0]))],
    ...LOAD,
  ]);
}

function telemetrySection(all: readonly ServerFigures[]): string {
  return section('Contract only, by what watches the requests', all, [
    ['watched by', ({ name }) => name],
    ...COST,
    ['of nothing', (each) => times(ratio(each, all[0]))],
    ...LOAD,
  ]);
}

/** Of a single connection only the latency says something: what a create costs that is alone. */
function storeSection(title: string, servers: readonly StoreFigures[]): string {
  return section(title, servers, [
    ['server', ({ name }) => name],
    ['creates/s', ({ requestsPerSecond }) => whole(requestsPerSecond.median)],
    ['min..max', ({ requestsPerSecond }) => range(requestsPerSecond, whole)],
    [`of ${FASTIFY}`, (server) => times(speedup(server, servers))],
    ...LATENCY,
    ['event loop p99 ms', ({ loopDelayP99Ms }) => loopDelayP99Ms.median.toFixed(2)],
    ['alone p50 ms', ({ lone }) => lone.p50Ms.median.toFixed(2)],
    ['CPU µs/create', ({ cpuMicros }) => micros(cpuMicros.median)],
    ['RSS MiB', ({ rssBytes }) => mebibytes(rssBytes.median)],
  ]);
}

function createsSection(all: readonly CreateFigures[]): string {
  const usual = all.find(({ name }) => name === FASTIFY)?.createsPerSecond.median;
  return section('Durable creates in PostgreSQL without HTTP', all, [
    ['code of', ({ name }) => name],
    ['creates/s', ({ createsPerSecond }) => whole(createsPerSecond.median)],
    ['min..max', ({ createsPerSecond }) => range(createsPerSecond, whole)],
    [`of ${FASTIFY}`, ({ createsPerSecond }) => times(usual && createsPerSecond.median / usual)],
  ]);
}

const REQUESTS: readonly OperationsRequest[] = ['exact', 'templated', 'miss'];

function operationsSection(all: readonly OperationsFigures[]): string {
  const cpuOf = (figures: OperationsFigures | undefined, request: OperationsRequest) =>
    figures?.requests[request]?.cpuMicros.median;
  const costs = REQUESTS.flatMap((request): Column<OperationsFigures>[] => [
    [`${request} µs`, (figures) => orDash(cpuOf(figures, request), micros)],
    [
      'of 1',
      (figures) => {
        const one = all.find(({ name, operations }) => name === figures.name && operations === 1);
        const ofOne = cpuOf(one, request);
        return orDash(cpuOf(figures, request), (cpu) => times(ofOne && cpu / ofOne));
      },
    ],
  ]);
  return section('CPU per request, start and memory by operations of the document', all, [
    ['server', ({ name }) => name],
    ['operations', ({ operations }) => String(operations)],
    ...costs,
    [
      'start ms',
      ({ startMs, startLimitMs }) => (startMs ? whole(startMs.median) : `> ${startLimitMs}`),
    ],
    ['RSS MiB', ({ rssBytes }) => orDash(rssBytes?.median, mebibytes)],
  ]);
}

function startSection(figures: StartFigures): string {
  const { startMs, startCpuMs, startCpuRatio, idleRssBytes, afterRequests } = figures;
  const rows = [
    ['start to first response, ms', whole(startMs.median), range(startMs, micros)],
    ['CPU time until then, ms', whole(startCpuMs.median), range(startCpuMs, micros)],
    [
      `the same, times that of ${FLOOR}`,
      micros(startCpuRatio.median),
      range(startCpuRatio, micros),
    ],
    ['RSS idle, MiB', mebibytes(idleRssBytes.median), range(idleRssBytes, mebibytes)],
    ...afterRequests.map(({ requests, rssBytes }) => [
      `RSS after ${requests} requests, MiB`,
      mebibytes(rssBytes),
      '',
    ]),
  ];
  const heads = ['figure', 'median', 'min..max'];
  const columns = heads.map((head, index) => [head, (row: string[]) => row[index] ?? ''] as const);
  return section('The plant store as built', rows, columns);
}

function devSection(figures: DevFigures): string {
  const { document, bytes, saves, missed, servedMs } = figures;
  return section(
    'Saves of the document under npm run dev',
    [figures],
    [
      ['document', () => document],
      ['KiB', () => whole(bytes / 1_024)],
      ['saves', () => whole(saves)],
      ['missed', () => whole(missed)],
      ['served after, ms', () => orDash(servedMs?.median, whole)],
      ['min..max', () => (servedMs === undefined ? '-' : range(servedMs, whole))],
    ],
  );
}

function whole(value: number): string {
  return value.toFixed(0);
}

function orDash(value: number | undefined, write: (value: number) => string): string {
  return value === undefined ? '-' : write(value);
}

function range({ min, max }: Spread, write: (value: number) => string): string {
  return `${write(min)}..${write(max)}`;
}

function section<Thing>(
  title: string,
  things: readonly Thing[],
  columns: readonly Column<Thing>[],
): string {
  const rows = things.map((thing) => columns.map(([, cell]) => cell(thing)));
  const [head = [], ...others] = alignColumns([columns.map(([name]) => name), ...rows], 3);
  const rule = head.map(({ length }, column) =>
    column === 0 ? '-'.repeat(length) : `${'-'.repeat(length - 1)}:`,
  );
  const lines = [head, rule, ...others].map((cells) => `| ${cells.join(' | ')} |`);
  return [`### ${title}`, '', ...lines].join('\n');
}
