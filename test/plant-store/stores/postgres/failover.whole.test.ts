import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../../../lab/postgres/postgres-server';
import { UnavailableError } from '../../../../src/contract/failure';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import { type Store, StoreOpenError } from '../../../../src/plant-store/stores/store';
import { collect } from '../collect';
import { OK, READY } from './fake-server';
import { Network } from './network';
import { describeOwnPostgres } from './test-server';
import { until } from '../../../support/waiting';

/** Each test goes on from where the one before it has left the servers. */
describeOwnPostgres('a primary and its standby', (server) => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let network: Network;
  let database: string;
  const lines: string[] = [];
  const stores: Store[] = [];

  beforeAll(async () => {
    primary = server();
    database = new URL(await primary.createDatabase()).pathname.slice(1);
    standby = await primary.createStandby();
    network = await Network.before(primary.port);
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    lines.length = 0;
  });
  afterAll(async () => {
    network.end();
    await standby.remove();
  });

  /** Opens the store that is named by the ports of its hosts. */
  async function open(ports: readonly number[], parameters = ''): Promise<Store> {
    const url = new URL(primary.url(database));
    const userinfo = `${url.username}:${url.password}`;
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
    const store = await openStore(
      `postgres://${userinfo}@${hosts}/${database}?statement_timeout=300&connect_timeout=1&${parameters}`,
      { role: 'server' },
      (line) => void lines.push(line),
    );
    stores.push(store);
    return store;
  }

  async function problemOf(opening: Promise<Store>): Promise<string> {
    const error: unknown = await opening.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof StoreOpenError)) throw new Error(`not refused: ${String(error)}`);
    return error.problem;
  }

  /** Creates a plant as a client would: again, as long as the store is unavailable. */
  async function createAtLast(store: Store, id: bigint): Promise<string> {
    for (;;) {
      try {
        return await store.plants.create({ id, name: 'Fern' });
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
      }
      await sleep(20);
    }
  }

  const isStandby = (port: number): string =>
    `127.0.0.1:${port}: the server is a standby that cannot be written; name the primary`;

  it('uses the one that can be written, wherever it stands in the list', async () => {
    for (const ports of [
      [primary.port, standby.port],
      [standby.port, primary.port],
    ]) {
      const store = await open(ports);
      expect(await store.plants.create({ id: BigInt(ports[0] ?? 0), name: 'Fern' })).toBe(
        'created',
      );
      await store.ping();
      expect(lines.splice(0)).toEqual([
        `the database server 127.0.0.1:${primary.port} is used`,
        expect.stringMatching(/^the database has several hosts and no synchronous standby /),
      ]);
    }
    await open([standby.port, primary.port], 'target_session_attrs=primary');
  });

  it('takes no standby', async () => {
    expect(await problemOf(open([standby.port], 'target_session_attrs=read-write'))).toBe(
      'the server is a standby that cannot be written; name the primary (it takes no writes)',
    );
    expect(await problemOf(open([standby.port], 'target_session_attrs=primary'))).toBe(
      'the server is a standby that cannot be written; name the primary (it is a standby)',
    );
    const dead = 1;
    const problem = await problemOf(open([dead, standby.port]));
    expect(problem).toContain('none of its hosts can be used: 127.0.0.1:1: nothing listens there;');
    expect(problem).toContain(isStandby(standby.port));
  });

  it('leaves a server that takes no writes any more, and takes it back', async () => {
    const store = await open([primary.port, standby.port]);
    await primary.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await primary.query('SELECT pg_reload_conf()');
    await until(() =>
      store.ping().then(
        () => false,
        (error: unknown) => error instanceof UnavailableError,
      ),
    );
    await expect(store.plants.create({ id: 1n, name: 'Fern' })).rejects.toThrow(UnavailableError);
    expect(lines.at(-1)).toMatch(
      new RegExp(`^the database server 127.0.0.1:${primary.port} is left: the server is a standby`),
    );
    await primary.query('ALTER SYSTEM RESET default_transaction_read_only');
    await primary.query('SELECT pg_reload_conf()');
    expect(await createAtLast(store, 1n)).toBe('created');
    await store.ping();
  });

  it('keeps a server that tells of another one that is lost', async () => {
    const store = await open([primary.port, standby.port]);
    await primary.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE 'connection to the remote node failed' USING ERRCODE = 'connection_failure';
       END $$;
       CREATE TRIGGER fail BEFORE INSERT ON plants FOR EACH ROW EXECUTE FUNCTION fail()`,
      database,
    );
    const before = lines.length;
    await expect(createOnce(store)).rejects.toThrow(/remote node failed/);
    expect(lines.slice(before)).toEqual([]);
    await primary.query('DROP FUNCTION fail CASCADE', database);
    await store.ping();
  });

  it('says when commits do not wait for the synchronous standby', async () => {
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.query('SELECT pg_reload_conf()');
    await open([primary.port, standby.port], 'options=-csynchronous_commit%3Dlocal');
    expect(lines.at(-1)).toMatch(/ its synchronous standby \(synchronous_commit is local\): /);
    lines.length = 0;
    await open([primary.port, standby.port], 'options=-csynchronous_commit%3Dremote_apply');
    expect(lines).toHaveLength(1);
  });

  it('goes over to the standby that is promoted while the primary says nothing', async () => {
    const store = await open([network.port, standby.port]);
    expect(lines).toHaveLength(1);
    const acknowledged = new Set<bigint>();
    let next = 100n;
    let isOver = false;
    const client = async (): Promise<void> => {
      while (!isOver) {
        const id = next++;
        await createAtLast(store, id);
        acknowledged.add(id);
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    await until(() => acknowledged.size > 0);
    network.silence();
    const before = acknowledged.size;
    await standby.query('SELECT pg_promote()');
    while (acknowledged.size < before + 100) await sleep(20);
    isOver = true;
    await clients;
    const kept = new Set((await collect(store.plants.list())).map(({ id }) => id));
    expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
    expect(lines).toEqual([
      `the database server 127.0.0.1:${network.port} is used`,
      expect.stringMatching(
        new RegExp(`^the database server 127.0.0.1:${network.port} is left: .*time-?out`, 'i'),
      ),
      `the database server 127.0.0.1:${standby.port} is used`,
    ]);
  });

  it('is unavailable at once while no host is there, and goes on when one is', async () => {
    await primary.stop();
    const store = await open([primary.port, standby.port]);
    // Processes of a server that is killed may respond until they notice.
    await standby.stop('immediate');
    await expect(createOnce(store)).rejects.toThrow(UnavailableError);
    await expect(store.ping()).rejects.toThrow(UnavailableError);
    expect(await problemOf(open([primary.port, standby.port]))).toMatch(
      /^none of its hosts can be used: 127\.0\.0\.1:\d+: nothing listens there;.*; 127\.0\.0\.1:\d+: nothing/,
    );
    await standby.start();
    expect(await createAtLast(store, -1n)).toBe('created');
    await store.ping();
  });

  it.each(['end', 'reset'] as const)('outlives a server whose check is met by %s', async (how) => {
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.write(Buffer.concat([OK, READY]));
          socket.once('data', () => {
            if (how === 'end') socket.destroy();
            else socket.resetAndDestroy();
          });
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const store = await open([standby.port, port], 'target_session_attrs=primary');
    await store.ping();
    expect(await problemOf(open([port], 'target_session_attrs=primary'))).toMatch(
      /terminated|ECONNRESET/,
    );
    server.close();
  });

  it('ends while it looks for a server', async () => {
    const store = await open([primary.port, standby.port]);
    await standby.stop('immediate');
    await expect(createOnce(store)).rejects.toThrow(UnavailableError);
    const waiting = createOnce(store);
    waiting.catch(() => undefined);
    await store.close();
    await expect(waiting).rejects.toThrow(UnavailableError);
    await expect(createOnce(store)).rejects.toThrow(UnavailableError);
  });

  function createOnce(store: Store): Promise<string> {
    return store.plants.create({ id: -1n, name: 'Fern' });
  }
});
