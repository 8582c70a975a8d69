import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Network } from '../../../lab/postgres/network';
import type { PostgresServer } from '../../../lab/postgres/postgres-server';
import { UnavailableError } from '../../../../src/runtime/contract/failure';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import { type Store, StoreOpenError } from '../../../../src/plant-store/stores/store';
import { collect } from '../collect';
import { OK, READY } from './fake-server';
import { describeOwnPostgres } from './test-server';

/** Each test goes on from where the one before it has left the servers. */
describeOwnPostgres('the server that target_session_attrs asks for', (server) => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let network: Network;
  let database: string;
  const stores: Store[] = [];

  beforeAll(async () => {
    primary = server();
    database = new URL(await primary.createDatabase()).pathname.slice(1);
    standby = await primary.createStandby();
    network = await Network.before(primary.port);
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  afterAll(async () => {
    network.end();
    await standby.remove();
  });

  async function open(port: number, target = 'read-write'): Promise<Store> {
    const url = Object.assign(new URL(primary.url(database)), { port });
    const parameters = `statement_timeout=300&connect_timeout=1&target_session_attrs=${target}`;
    const store = await openStore(`${url.href}?${parameters}`, { role: 'server' });
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

  async function setReadOnly(setting: string): Promise<void> {
    await primary.query(`ALTER SYSTEM ${setting}`);
    await primary.query('SELECT pg_reload_conf()');
  }

  /** Repeats what a client or a probe does until the store is unavailable, or is no longer. */
  async function until(isAvailable: boolean, work: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      try {
        await work();
        if (isAvailable) return;
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        if (!isAvailable) return;
      }
      await sleep(20);
    }
    throw new Error(isAvailable ? 'still unavailable' : 'still available');
  }

  function create(store: Store, id: bigint): Promise<string> {
    return store.plants.create({ id, name: 'Fern' });
  }

  it.each([
    ['read-write', 'it takes no writes'],
    ['primary', 'it is a standby'],
  ])('is no standby by %s', async (target, reason) => {
    expect(await problemOf(open(standby.port, target))).toBe(
      `the server is a standby that cannot be written; name the primary (${reason})`,
    );
    await (await open(primary.port, target)).ping();
  });

  it('is refused while it takes no writes, and asked again', async () => {
    const store = await open(network.port);
    await setReadOnly('SET default_transaction_read_only = on');
    await until(false, () => store.ping());
    await expect(create(store, 1n)).rejects.toThrow('it takes no writes');
    await expect(collect(store.plants.list())).rejects.toThrow('it takes no writes');
    await setReadOnly('RESET default_transaction_read_only');
    await until(true, () => create(store, 1n));
    await store.ping();
  });

  it('is looked for again at the same address, which leads to the standby once that is promoted', async () => {
    const store = await open(network.port);
    expect(await create(store, 2n)).toBe('created');
    await Promise.all(Array.from({ length: 5 }, () => store.ping()));
    // The old connections stay with the old primary, as long as it is not left.
    network.lead(standby.port);
    await setReadOnly('SET default_transaction_read_only = on');
    await until(false, () => create(store, 3n));
    await until(true, async () => {
      const sql = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'plant-store'";
      const left = await primary.query(sql);
      if (left.length > 0) throw new UnavailableError(`${left.length} connections are left`);
    });
    await expect(store.ping()).rejects.toThrow(UnavailableError);
    await standby.query('SELECT pg_promote()');
    await until(true, () => create(store, 4n));
    await store.ping();
    const kept = (await standby.query('TABLE plants', database)).map(({ id }) => id);
    expect(kept).toContain('4');
  });

  it.each(['end', 'reset'] as const)('may end the check by %s', async (how) => {
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
    expect(await problemOf(open(port))).toMatch(/terminated|ECONNRESET/);
    server.close();
  });
});
