import path from 'node:path';
import { ROOT } from '../../../src/cli/folders';
import { TOKEN } from './request-text';
import { PEERS, type ServerCommand } from './server-process';

/** What figures are compared with: the least that Node can do. */
export const FLOOR = 'node:http by hand';
/** What most would write: a route by hand, and one statement for each request. */
export const FASTIFY = 'fastify';
/** This project. */
export const OWN = 'plant-store';

const PEER_FILES: Readonly<Record<string, string>> = {
  [FLOOR]: 'floor.js',
  [FASTIFY]: 'fastify.js',
  'fastify-openapi-glue': 'fastify-openapi-glue.mjs',
  'express-openapi-validator': 'express-openapi-validator.js',
  'openapi-backend': 'openapi-backend.js',
};

/** All servers, with nothing stored. */
export const contractServers: readonly ServerCommand[] = [
  ...Object.keys(PEER_FILES).map((name) => peerServer(name)),
  layerServer(path.join(ROOT, 'dist', 'generated')),
];

/** Servers that keep plants: in SQLite all of them, in PostgreSQL what most would write and this project. */
export const STORE_SERVERS = {
  sqlite: [...Object.keys(PEER_FILES), OWN],
  postgres: [FASTIFY, OWN],
} as const;

/** A server that keeps plants, by its name and the URL of its database. */
export function storeServer(name: string, databaseUrl: string): ServerCommand {
  return name === OWN
    ? plantStoreServer(databaseUrl)
    : peerServer(name, { BENCH_DATABASE: databaseUrl });
}

/** The servers that any document can be given to: a file, and a folder with what is generated from it. */
export function documentServers(document: string, generated: string): ServerCommand[] {
  return [
    layerServer(generated),
    peerServer('fastify-openapi-glue', { BENCH_DOCUMENT: document }),
    peerServer('openapi-backend', { BENCH_DOCUMENT: document }),
  ];
}

/** The plant store as users start it. */
export function plantStoreServer(databaseUrl: string): ServerCommand {
  return {
    name: OWN,
    args: [path.join(ROOT, 'dist', 'src', 'main.js'), 'serve'],
    env: { PORT: '0', ACCESS_TOKENS: TOKEN, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
  };
}

/** The least that Node can do, with nothing stored. */
export function floorServer(): ServerCommand {
  return peerServer(FLOOR);
}

/** The contract layer with what watches its requests, beginning with nothing. */
export function telemetryServers(logFile: string): ServerCommand[] {
  const parts = ['', 'metrics', 'metrics,log', 'metrics,log,traces'];
  return parts.map((telemetry) => {
    const { args, env } = layerServer(path.join(ROOT, 'dist', 'generated'));
    const name = telemetry === '' ? 'nothing' : telemetry.replaceAll(',', ', ');
    return { name, args, env: { ...env, BENCH_TELEMETRY: telemetry, BENCH_LOG: logFile } };
  });
}

function layerServer(generated: string): ServerCommand {
  return {
    name: OWN,
    args: [path.join(PEERS, 'contract-layer.js')],
    env: { BENCH_GENERATED: generated },
  };
}

function peerServer(name: string, env: Readonly<Record<string, string>> = {}): ServerCommand {
  const document = path.join(ROOT, 'generated', 'openapi.json');
  return {
    name,
    args: [path.join(PEERS, PEER_FILES[name] ?? '')],
    env: { BENCH_DOCUMENT: document, ...env },
  };
}
