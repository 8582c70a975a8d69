import { Socket } from 'node:net';
import { type ClientConfig, Client } from 'pg';
import { UnavailableError } from '../../../contract/failure';
import { toRuntimeError } from './errors';
import type { PostgresHost, AuthenticationMethod, AuthenticationSettings } from './hosts';
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

/** The driver's client, but that it refuses ways of authentication that are not allowed. */
export function guardedClient(settings: AuthenticationSettings): typeof Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      guard(this, settings);
    }
  };
}

/**
 * Ends a connection on which the server asks for what is not allowed, before anything is answered: a
 * stream that is destroyed takes no more bytes. The driver offers no hook for it: the function that it
 * asks for the password is not told the way, and is not asked again once it has answered. So this listens
 * to the messages that `pg` 8.23.1 emits on `Client.connection`, ahead of the client's own listeners,
 * which `connect` adds. That those come first is what test/plant-store/stores/postgres/authentication.test.ts holds.
 */
function guard({ connection }: Client, settings: AuthenticationSettings): void {
  let used: AuthenticationMethod = 'none';
  const check = (method: AuthenticationMethod): void => {
    if (settings.allowed.has(method)) return;
    connection.stream.destroy(new Error(problemOf(method, settings)));
  };
  // Always, and not only at the start: the driver would answer at any time.
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

/** A connection of its own, for what takes several statements or long. */
export class Session {
  private readonly client: Client;
  private socket: Socket | undefined;
  private ended: Promise<void> | undefined;

  /** @param statementTimeoutMs by default that of the settings */
  constructor(
    private readonly settings: PostgresSettings,
    host: PostgresHost,
    private readonly onEnd: (session: Session) => void,
    statementTimeoutMs?: number,
  ) {
    const onSocket = (socket: Socket): void => void (this.socket = socket);
    const GuardedClient = guardedClient(host.authentication);
    this.client = new GuardedClient(clientConfig(settings, host, onSocket, statementTimeoutMs));
    // Without a listener, a connection that breaks between two statements would end the process.
    this.client.on('error', () => undefined);
  }

  /** @throws UnavailableError */
  async connect(): Promise<void> {
    await this.run(() => this.client.connect());
  }

  /** @throws UnavailableError when the database failed or the session has ended; else the driver's error */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const query = { text, values: [...values], rowMode: 'array' as const };
    return (await this.run(() => this.client.query<unknown[]>(query))).rows;
  }

  /** Lets go of the connection; the server rolls back what was not committed. */
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
