import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import {
  type PostgresOptions,
  PostgresServer,
  whyNoPostgres,
} from '../../../lab/postgres/postgres-server';

/** A server that tests make databases on. */
export interface TestServer {
  /** Makes an empty database. @returns its URL */
  createDatabase(): Promise<string>;
  /** Removes a database, with all who use it still. */
  dropDatabase(url: string): Promise<void>;
  /** Sends SQL to a database by a connection of its own. */
  query(url: string, sql: string): Promise<Record<string, unknown>[]>;
}

/** A server that is there already; its user may make databases. */
const GIVEN_URL = process.env.TEST_DATABASE_URL ?? '';

/**
 * A block of tests that need a PostgreSQL: the one of `TEST_DATABASE_URL`, else one that runs as long as
 * the block. Where there is none, the block is skipped and its name says why.
 */
export function describePostgres(name: string, tests: (server: () => TestServer) => void): void {
  if (GIVEN_URL === '') {
    describeOwnPostgres(name, (server) => {
      let used: TestServer | undefined;
      tests(() => (used ??= withUsedDatabases(onServer(server().url()))));
    });
  } else {
    describe(name, () => tests(() => onServer(GIVEN_URL)));
  }
}

/** As {@link describePostgres}, for tests that stop the server or set it up: always one of their own. */
export function describeOwnPostgres(
  name: string,
  tests: (server: () => PostgresServer) => void,
  options: PostgresOptions = {},
): void {
  const why = whyNoPostgres();
  if (why !== undefined) {
    // Jest prints no names of a file in which all is skipped.
    process.stderr.write(`skipped: ${name}, since ${why}\n`);
    describe.skip(`${name} (skipped: ${why})`, () => {
      tests(() => {
        throw new Error(why);
      });
    });
    return;
  }
  describe(name, () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.create(options);
    });
    afterAll(() => server.remove());
    tests(() => server);
  });
}

/** Leaves a database as `CREATE DATABASE` makes it, without those who use it still. */
const MAKE_EMPTY = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  DO $$
  DECLARE
    name text;
  BEGIN
    FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)' LOOP
      EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
    CREATE SCHEMA public AUTHORIZATION pg_database_owner;
    GRANT USAGE ON SCHEMA public TO PUBLIC;
  END $$`;

/** Gives databases that were dropped again, emptied: to make and drop one takes a quarter of a second of CPU time. */
function withUsedDatabases(server: TestServer): TestServer {
  const dropped: string[] = [];
  return {
    ...server,
    createDatabase: async () => dropped.pop() ?? server.createDatabase(),
    dropDatabase: async (url) => {
      const whole = Object.assign(new URL(url), { search: '' }).href;
      await server.query(whole, MAKE_EMPTY);
      dropped.push(whole);
    },
  };
}

/** The tests' own way to a server, beside the store. */
export function onServer(serverUrl: string): TestServer {
  return {
    createDatabase: async () => {
      const url = new URL(serverUrl);
      url.pathname = `test_${randomUUID().replaceAll('-', '')}`;
      await query(
        serverUrl,
        `CREATE DATABASE ${databaseOf(url.href)} ENCODING 'UTF8' TEMPLATE template0`,
      );
      return url.href;
    },
    dropDatabase: async (url) => {
      await query(serverUrl, `DROP DATABASE ${databaseOf(url)} WITH (FORCE)`);
    },
    query,
  };
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
