import path from 'node:path';
import { ROOT } from '../generate/project';
import { TOKEN } from './requests';
import { PEERS, type ServerCommand } from './server-process';

/** What figures are compared with: the least that Node can do. */
export const FLOOR = 'node:http by hand';
/** What most would write: a route by hand, and one statement for each request. */
export const FASTIFY = 'fastify';
/** This project. */
export const OWN = 'plant-store';

const peers: readonly (readonly [name: string, file: string])[] = [
  [FLOOR, 'floor.js'],
  [FASTIFY, 'fastify.js'],
  ['fastify-openapi-glue', 'fastify-openapi-glue.mjs'],
  ['express-openapi-validator', 'express-openapi-validator.js'],
  ['openapi-backend', 'openapi-backend.js'],
];

/** All servers, with nothing stored. */
export const contractServers: readonly ServerCommand[] = [
  ...peers.map(([name, file]) => peerServer(name, file)),
  layerServer(path.join(ROOT, 'dist', 'generated')),
];

/** All servers, each with a database of its own in a folder. */
export function storeServers(folder: string): ServerCommand[] {
  const files = [...peers, [OWN, 'plant-store.js'] as const];
  return files.map(([name, file]) =>
    peerServer(name, file, {
      BENCH_DATABASE: `sqlite:${path.join(folder, `${path.parse(file).name}.db`)}`,
    }),
  );
}

/** Servers that keep plants in PostgreSQL, by the URL of a database. */
export const postgresServers: readonly ((databaseUrl: string) => ServerCommand)[] = [
  [FASTIFY, 'fastify.js'] as const,
  [OWN, 'plant-store.js'] as const,
].map(
  ([name, file]) =>
    (databaseUrl) =>
      peerServer(name, file, { BENCH_DATABASE: databaseUrl }),
);

/** The servers that any document can be given to: a file, and a folder with what is generated from it. */
export function documentServers(document: string, generated: string): ServerCommand[] {
  return [
    layerServer(generated),
    peerServer('fastify-openapi-glue', 'fastify-openapi-glue.mjs', { BENCH_DOCUMENT: document }),
    peerServer('openapi-backend', 'openapi-backend.js', { BENCH_DOCUMENT: document }),
  ];
}

/** The plant store as users start it. */
export function plantStoreCommand(database: string): ServerCommand {
  return {
    name: OWN,
    args: [path.join(ROOT, 'dist', 'src', 'main.js'), 'serve'],
    env: {
      PORT: '0',
      ACCESS_TOKENS: TOKEN,
      DATABASE_URL: `sqlite:${database}`,
      LOG_LEVEL: 'warn',
    },
    announces: 'url',
  };
}

function layerServer(generated: string): ServerCommand {
  return peerServer(OWN, 'contract-layer.js', { BENCH_GENERATED: generated });
}

function peerServer(
  name: string,
  file: string,
  env: Readonly<Record<string, string>> = {},
): ServerCommand {
  const document = path.join(ROOT, 'generated', 'openapi.json');
  return {
    name,
    args: [path.join(PEERS, file)],
    env: { BENCH_DOCUMENT: document, ...env },
    announces: 'message',
  };
}
