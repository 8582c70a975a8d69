import { Socket } from 'node:net';
import { type ClientBase, type ClientConfig, Client } from 'pg';
import { UnavailableError } from 'openapi-trellis/contract';
import { READ_ONLY, toRuntimeError } from './errors';
import type { AuthenticationMethod, AuthenticationSettings } from './host';
import type { PostgresSettings } from './settings';

/** A row from the driver: 64-bit numbers as text, NULL as null, bytes as a Buffer. */
export type Row = readonly unknown[];

/** Milliseconds after the server's own time limit at which it counts as lost. */
const SILENCE_MS = 1_000;
/** Milliseconds for a server to close a connection on request. */
export const END_MS = 1_000;
/** Milliseconds without traffic before TCP keep-alive checks the server. */
const KEEP_ALIVE_MS = 10_000;

/**
 * The driver's options for a connection to the server; `host` is also the name that TLS verifies.
 *
 * @param onSocket called with the socket of each connection: the driver leaves it open when it fails midway, and waits
 *   for it as long as the server is silent
 */
export function clientConfig(
  settings: PostgresSettings,
  onSocket: (socket: Socket) => void,
  statementTimeoutMs = settings.statementTimeoutMs,
): ClientConfig {
  const { host, port, tls, user, database, applicationName, options } = settings;
  return {
    host,
    port,
    user,
    database,
    // A function, because the driver replaces an absent or empty password from the environment or a file.
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

/** The driver's client, except that it refuses authentication methods that are not allowed. */
export function guardedClient(settings: AuthenticationSettings): typeof Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      guard(this, settings);
    }
  };
}

/**
 * Ends a connection whose server requests a method that is not allowed, before anything is answered: a destroyed stream
 * takes no more bytes. The driver has no hook for it: its password function does not learn the method, and is called
 * only once. So this listens to the messages that `pg` 8.23.1 emits on `Client.connection`, before the client's own
 * listeners, which `connect` adds. test/plant-store/stores/postgres/authentication.test.ts checks that order.
 */
function guard({ connection }: Client, settings: AuthenticationSettings): void {
  let used: AuthenticationMethod = 'none';
  const check = (method: AuthenticationMethod): void => {
    if (settings.allowed.has(method)) return;
    connection.stream.destroy(new Error(problemOf(method, settings)));
  };
  // Always, not only during startup: the driver would answer at any time.
  connection.on('authenticationCleartextPassword', () => {
    check((used = 'password'));
  });
  connection.on('authenticationMD5Password', () => {
    check((used = 'md5'));
  });
  connection.on('authenticationSASL', () => {
    check('scram-sha-256');
  });
  // Only then has the server proved that it knows the password.
  connection.on('authenticationSASLFinal', () => (used = 'scram-sha-256'));
  connection.on('authenticationOk', () => {
    check(used);
  });
}

function problemOf(method: AuthenticationMethod, { requireAuth }: AuthenticationSettings): string {
  if (requireAuth === undefined) {
    return 'the server asks for the password in clear text, and the connection has no TLS; set sslmode=verify-full in the URL, or require_auth=password to send it all the same';
  }
  const way = method === 'none' ? 'does not ask for authentication' : `asks for ${method}`;
  return `the server ${way}, which require_auth=${requireAuth} refuses; correct its pg_hba.conf, or require_auth in the URL`;
}

/** For each `target_session_attrs` the query, the expected answer, and the meaning of any other answer. */
const CHECKS = {
  'read-write': ['SHOW transaction_read_only', 'off', 'it takes no writes'],
  primary: ['SELECT pg_is_in_recovery()', 'false', 'it is a standby'],
} as const;

/** Thrown for a server that takes no writes, with the code that a write would have received. */
class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
  readonly code = READ_ONLY;
}

/**
 * Checks that a connection leads to a server as `target_session_attrs` requires it.
 *
 * @throws WrongServerError when it does not; the driver's error
 */
export async function assertTarget(
  client: ClientBase,
  { targetSession, connectTimeoutSeconds }: PostgresSettings,
): Promise<void> {
  if (targetSession === 'any') return;
  const [text, wanted, otherwise] = CHECKS[targetSession];
  const limit = { query_timeout: connectTimeoutSeconds * 1_000 };
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array', ...limit });
  if (String(rows[0]?.[0]) !== wanted) throw new WrongServerError(otherwise);
}

/** A dedicated connection, for work with several statements or a long one. */
export class Session {
  private readonly client: Client;
  private socket: Socket | undefined;
  private ended: Promise<void> | undefined;

  /** @param statementTimeoutMs by default that of the settings */
  constructor(
    private readonly settings: PostgresSettings,
    private readonly onEnd: (session: Session) => void,
    statementTimeoutMs?: number,
  ) {
    const onSocket = (socket: Socket): void => void (this.socket = socket);
    const GuardedClient = guardedClient(settings.authentication);
    this.client = new GuardedClient(clientConfig(settings, onSocket, statementTimeoutMs));
    // Without a listener, a connection that breaks between two statements would end the process.
    this.client.on('error', () => undefined);
  }

  /** @throws UnavailableError */
  async connect(): Promise<void> {
    await this.run(async () => {
      await this.client.connect();
      await assertTarget(this.client, this.settings);
    });
  }

  /** @throws UnavailableError when the database failed or the session has ended; else the driver's error */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const query = { text, values: [...values], rowMode: 'array' as const };
    return (await this.run(() => this.client.query<unknown[]>(query))).rows;
  }

  /** Releases the connection; the server rolls back uncommitted work. */
  end(): Promise<void> {
    this.ended ??= this.close();
    return this.ended;
  }

  private async close(): Promise<void> {
    const timer = setTimeout(() => this.socket?.destroy(), END_MS);
    await this.client.end();
    clearTimeout(timer);
    this.socket?.destroy();
    this.onEnd(this);
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    const { name } = this.settings;
    try {
      return await work();
    } catch (error) {
      if (this.ended === undefined) throw toRuntimeError(error, name);
      throw new UnavailableError(`The database ${name} is closed`, { cause: error });
    }
  }
}
