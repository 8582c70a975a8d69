import { Socket } from 'node:net';
import type { ClientConfig } from 'pg';
import type { PostgresHost } from './hosts';
import type { PostgresSettings } from './settings';

/** A row as the driver gives it: numbers of 64 bits as text, NULL as null, bytes as a Buffer. */
export type Row = readonly unknown[];

/** Milliseconds beyond the server's own time limit after which it counts as gone. */
const SILENCE_MS = 1_000;
/** Milliseconds that a server is given to close a connection that it is asked to. */
export const END_MS = 1_000;
/** Milliseconds without traffic after which the network is asked whether the server is there. */
const KEEP_ALIVE_MS = 10_000;

/**
 * What the driver opens a connection to a server with. Of TLS it checks the name of this server.
 *
 * @param onSocket gets the socket of each connection: the driver leaves it open when it gives up half
 *   way, and waits for it as long as the server is silent
 */
export function clientConfig(
  settings: PostgresSettings,
  { host, port, tls }: PostgresHost,
  onSocket: (socket: Socket) => void,
  statementTimeoutMs = settings.statementTimeoutMs,
): ClientConfig {
  const { user, database, applicationName, options } = settings;
  return {
    host,
    port,
    user,
    database,
    // By a function, because the driver takes an absent or empty one from the environment or a file.
    password: () => settings.password ?? '',
    ssl: tls ?? false,
    application_name: applicationName,
    ...(options !== undefined && { options }),
    connectionTimeoutMillis: settings.connectTimeoutSeconds * 1_000,
    stream: () => newSocket(onSocket),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + SILENCE_MS,
    }),
  };
}

function newSocket(onSocket: (socket: Socket) => void): Socket {
  const socket = new Socket();
  onSocket(socket);
  return socket;
}
