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
  Figures,
  OperationsFigures,
  OperationsRequest,
  Results,
  ServerFigures,
  StartFigures,
  StoreFigures,
} from './results';
import { FASTIFY } from './servers';
import type { Spread } from './statistics';

type Row = readonly string[];

/** All results as text: Markdown, with columns that line up. */
export function reportTable(results: Results): string {
  const { contract, responses, store, postgres, postgresCreates, operations, start } = results;
  const sections = [
    ...(contract ? [comparison('Contract only', contract)] : []),
    ...(responses ? [responsesSection(responses)] : []),
    ...(store ? [storeSection('Durable creates in SQLite', store)] : []),
    ...(postgres ? [storeSection('Durable creates in PostgreSQL', postgres)] : []),
    ...(postgresCreates ? [createsSection(postgresCreates)] : []),
    ...(operations ? [operationsSection(operations)] : []),
    ...(start ? [startSection(start)] : []),
    [settingsLine(results), machineLine(results.machine), versionsLine(results)].join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

const LOAD_HEAD: Row = ['requests/s', 'p50 ms', 'p99 ms', 'RSS MiB'];

function loadCells({ requestsPerSecond, p50Ms, p99Ms, rssBytes }: Figures): Row {
  return [
    requestsPerSecond.median.toFixed(0),
    p50Ms.median.toFixed(2),
    p99Ms.median.toFixed(2),
    mebibytes(rssBytes.median),
  ];
}

function comparison(title: string, servers: readonly ServerFigures[]): string {
  const floor = floorOf(servers);
  const best = bestPeerOf(servers);
  const head = ['server', 'CPU µs/request', 'min..max', 'of the floor', 'of the best peer'];
  const rows = servers.map((server) => [
    server.name,
    micros(server.cpuMicros.median),
    range(server.cpuMicros),
    times(ratio(server, floor)),
    times(ratio(server, best)),
    ...loadCells(server),
  ]);
  return section(title, [...head, ...LOAD_HEAD], rows);
}

/** Of a single connection only the latency says something: what a create costs that is alone. */
function storeSection(title: string, servers: readonly StoreFigures[]): string {
  const head = [
    ...['server', 'creates/s', 'min..max', `of ${FASTIFY}`, 'p50 ms', 'p99 ms'],
    ...['event loop p99 ms', 'alone p50 ms', 'CPU µs/create', 'RSS MiB'],
  ];
  const rows = servers.map((server) => [
    server.name,
    server.requestsPerSecond.median.toFixed(0),
    `${server.requestsPerSecond.min.toFixed(0)}..${server.requestsPerSecond.max.toFixed(0)}`,
    times(speedup(server, servers)),
    server.p50Ms.median.toFixed(2),
    server.p99Ms.median.toFixed(2),
    server.loopDelayP99Ms.median.toFixed(2),
    server.lone.p50Ms.median.toFixed(2),
    micros(server.cpuMicros.median),
    mebibytes(server.rssBytes.median),
  ]);
  return section(title, head, rows);
}

function createsSection(all: readonly CreateFigures[]): string {
  const usual = all.find(({ name }) => name === FASTIFY)?.createsPerSecond.median;
  const rows = all.map(({ name, createsPerSecond: { median, min, max } }) => [
    name,
    median.toFixed(0),
    `${min.toFixed(0)}..${max.toFixed(0)}`,
    times(usual && median / usual),
  ]);
  const head = ['code of', 'creates/s', 'min..max', `of ${FASTIFY}`];
  return section('Durable creates in PostgreSQL without HTTP', head, rows);
}

function responsesSection(responses: readonly ServerFigures[]): string {
  const head = ['response', 'CPU µs/request', 'min..max', 'of 200', ...LOAD_HEAD];
  const rows = responses.map((response) => [
    response.name,
    micros(response.cpuMicros.median),
    range(response.cpuMicros),
    times(ratio(response, responses[0])),
    ...loadCells(response),
  ]);
  return section('Responses of the plant store', head, rows);
}

const REQUESTS: readonly OperationsRequest[] = ['exact', 'templated', 'miss'];

function operationsSection(all: readonly OperationsFigures[]): string {
  const head = [
    'server',
    'operations',
    ...REQUESTS.flatMap((request) => [`${request} µs`, 'of 1']),
    'start ms',
    'RSS MiB',
  ];
  const rows = all.map((figures) => {
    const { name, operations, startMs, startLimitMs, rssBytes, requests } = figures;
    const one = all.find((other) => other.name === name && other.operations === 1);
    return [
      name,
      String(operations),
      ...REQUESTS.flatMap((request) => {
        const micro = requests[request]?.cpuMicros.median;
        const ofOne = one?.requests[request]?.cpuMicros.median;
        if (micro === undefined) return ['-', '-'];
        return [micros(micro), times(ofOne && micro / ofOne)];
      }),
      startMs === undefined ? `> ${startLimitMs}` : startMs.median.toFixed(0),
      rssBytes === undefined ? '-' : mebibytes(rssBytes.median),
    ];
  });
  return section('CPU per request, start and memory by operations of the document', head, rows);
}

function startSection({ startMs, idleRssBytes, afterRequests }: StartFigures): string {
  const rows = [
    ['start to first response, ms', startMs.median.toFixed(0), range(startMs)],
    ['RSS idle, MiB', mebibytes(idleRssBytes.median), mebibyteRange(idleRssBytes)],
    ...afterRequests.map(({ requests, rssBytes }) => [
      `RSS after ${requests} requests, MiB`,
      mebibytes(rssBytes),
      '',
    ]),
  ];
  return section('The plant store as built', ['figure', 'median', 'min..max'], rows);
}

function range({ min, max }: Spread): string {
  return `${micros(min)}..${micros(max)}`;
}

function mebibyteRange({ min, max }: Spread): string {
  return `${mebibytes(min)}..${mebibytes(max)}`;
}

/** The first column is text, the others are numbers. */
function section(title: string, head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: Row): string =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [`### ${title}`, '', line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
