import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PostgresServer } from '../../../lab/postgres/postgres-server';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import { StoreOpenError } from '../../../../src/plant-store/stores/store';
import { describeOwnPostgres } from './test-server';

const TLS = join(__dirname, '..', '..', '..', 'fixtures', 'tls');
const AUTHORITY = encodeURIComponent(join(TLS, 'authority.pem'));

/** The problem in the message of a refusal; undefined when the store opens. */
async function problemOf(url: string | URL): Promise<string | undefined> {
  try {
    await (await openStore(String(url), { role: 'server' })).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreOpenError)) throw error;
    expect(error.message).not.toMatch(/pass.{0,3}word\/|\n/);
    return error.problem;
  }
}

describeOwnPostgres('opening a PostgreSQL database', (server) => {
  /** The server's URL with some of it changed. */
  function changed(changes: Partial<Record<'username' | 'password' | 'pathname', string>>): URL {
    return Object.assign(new URL(server().url()), changes);
  }

  it('refuses a wrong password', async () => {
    expect(await problemOf(changed({ password: 'wrong' }))).toBe(
      'the password is wrong, or there is no such user; correct them in the URL (password authentication failed for user "plants")',
    );
  });

  it('refuses an absent password, whatever the environment holds', async () => {
    process.env.PGPASSWORD = 'wrong';
    expect(await problemOf(changed({ password: '' }))).toMatch(
      /^the server asks for a password; add it to the URL/,
    );
    delete process.env.PGPASSWORD;
  });

  it('refuses an unknown database', async () => {
    expect(await problemOf(server().url('nowhere'))).toBe(
      'there is no such database; make it with createdb, or name another one (database "nowhere" does not exist)',
    );
  });

  it('takes the Unix socket', async () => {
    const { port, socketFolder } = server();
    const url = changed({});
    const userinfo = `${url.username}:${url.password}`;
    expect(
      await problemOf(`postgres://${userinfo}@/postgres?host=${socketFolder}&port=${port}`),
    ).toBe(undefined);
    expect(await problemOf(`postgres://${userinfo}@/postgres?host=/nowhere`)).toMatch(
      /^there is no Unix socket there; start the server, or correct host and port/,
    );
  });

  it.each([
    ["ENCODING 'LATIN1'", '', "its encoding is LATIN1; name a database made with ENCODING 'UTF8'"],
    [
      '',
      'SET synchronous_commit = off',
      'its synchronous_commit is off, which may lose what clients were told is stored; switch it on for the user or the database',
    ],
    [
      '',
      'SET default_transaction_read_only = on',
      'the server is a standby that cannot be written; name the primary (cannot execute CREATE TABLE in a read-only transaction)',
    ],
  ])('refuses a database made %s %s', async (made, altered, problem) => {
    await server().query(`CREATE DATABASE odd TEMPLATE template0 ${made}`);
    if (altered !== '') await server().query(`ALTER DATABASE odd ${altered}`);
    expect(await problemOf(server().url('odd'))).toContain(problem);
    await server().query('DROP DATABASE odd');
  });

  it('refuses a user who may not make tables, and takes one who may not once they are there', async () => {
    const url = await server().createDatabase();
    await server().query(`CREATE ROLE guest LOGIN PASSWORD 'guest'`);
    const guest = Object.assign(new URL(url), { username: 'guest', password: 'guest' });
    expect(await problemOf(guest)).toBe(
      'the user lacks a right that it needs; grant it CREATE on the schema (permission denied for schema public)',
    );
    expect(await problemOf(url)).toBeUndefined();
    expect(await problemOf(guest)).toMatch(/permission denied for table/);
    const name = guest.pathname.slice(1);
    await server().query(
      'GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO guest',
      name,
    );
    expect(await problemOf(guest)).toBeUndefined();
  });

  it('refuses a server that says nothing', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    expect(await problemOf(`postgres://u:p@127.0.0.1:${port}/d?connect_timeout=1`)).toMatch(
      /^the server did not respond in time; correct host and port, or repair the network/,
    );
    silent.close();
  });

  it('refuses sslmode=require where the server has no TLS', async () => {
    expect(await problemOf(`${server().url()}?sslmode=require`)).toBe(
      'the server at "127.0.0.1" offers no TLS, which sslmode=require asks for; switch TLS on there, or set sslmode=disable in the URL where nobody can listen in (The server does not support SSL connections)',
    );
  });

  describe('with TLS', () => {
    let secure: PostgresServer;
    beforeAll(async () => {
      const read = (name: string): string => readFileSync(join(TLS, name), 'utf8');
      const tls = { cert: read('server.pem'), key: read('server-key.pem') };
      secure = await PostgresServer.create({ tls });
    });
    afterAll(() => secure.remove());

    const NOT_TRUSTED =
      /^the server's certificate is not trusted, as sslmode=verify-[a-z]* asks; name the file of its authority/;
    const OTHER_HOST =
      /^the server's certificate is not for "127\.0\.0\.1", as sslmode=verify-full asks; name the host/;

    it.each([
      ['127.0.0.1', 'sslmode=disable', undefined],
      ['127.0.0.1', 'sslmode=require', undefined],
      ['127.0.0.1', 'sslmode=verify-ca', NOT_TRUSTED],
      ['127.0.0.1', `sslmode=verify-ca&sslrootcert=${AUTHORITY}`, undefined],
      ['127.0.0.1', `sslmode=require&sslrootcert=${AUTHORITY}`, undefined],
      ['127.0.0.1', `sslmode=verify-full&sslrootcert=${AUTHORITY}`, OTHER_HOST],
      ['localhost', `sslmode=verify-full&sslrootcert=${AUTHORITY}`, undefined],
      ['localhost', 'sslmode=verify-full', NOT_TRUSTED],
      [
        'localhost',
        `sslmode=verify-full&sslrootcert=${AUTHORITY}&require_auth=scram-sha-256`,
        undefined,
      ],
      // Leads here, though it does not say so.
      ['0.0.0.0', '', NOT_TRUSTED],
    ])('at %s by %s', async (hostname, parameters, problem) => {
      const url = Object.assign(new URL(secure.url()), { hostname, search: parameters });
      const found = await problemOf(url);
      if (problem === undefined) expect(found).toBeUndefined();
      else expect(found).toMatch(problem);
    });

    it('encrypts', async () => {
      const store = await openStore(`${secure.url()}?sslmode=require`, { role: 'server' });
      const connections = await secure.query(
        `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'plant-store'`,
      );
      expect(connections).toEqual([{ ssl: true }]);
      await store.close();
    });

    describe('and another authentication', () => {
      /** Has the server start anew with one for all who connect. */
      async function authenticateBy(method: string): Promise<void> {
        const hba = join(secure.socketFolder, 'data', 'pg_hba.conf');
        writeFileSync(hba, `local all all ${method}\nhost all all all ${method}\n`);
        await secure.stop();
        await secure.start();
      }

      const found = (hostname: string, parameters: string): Promise<string | undefined> =>
        problemOf(Object.assign(new URL(secure.url()), { hostname, search: parameters }));

      it('sends a password in clear text by TLS or a Unix socket alone, unless told otherwise', async () => {
        await authenticateBy('password');
        const full = `sslmode=verify-full&sslrootcert=${AUTHORITY}`;
        const CLEAR =
          /^the server asks for the password in clear text, and .* no TLS; set sslmode=/;
        expect(await found('127.0.0.1', 'sslmode=disable')).toMatch(CLEAR);
        expect(await found('127.0.0.1', '')).toMatch(CLEAR);
        expect(await found('localhost', full)).toBeUndefined();
        expect(await found('127.0.0.1', 'require_auth=password')).toBeUndefined();
        expect(await found('localhost', `${full}&require_auth=scram-sha-256`)).toMatch(
          /^the server asks for password, which require_auth=scram-sha-256 refuses; /,
        );
        const { username, password } = new URL(secure.url());
        const socket = `${encodeURIComponent(secure.socketFolder)}:${secure.port}`;
        expect(
          await problemOf(`postgres://${username}:${password}@${socket}/postgres`),
        ).toBeUndefined();
      });

      it('does not take a server that asks for none where one is required', async () => {
        await authenticateBy('trust');
        expect(await found('127.0.0.1', '')).toBeUndefined();
        expect(await found('127.0.0.1', 'require_auth=scram-sha-256')).toMatch(
          /^the server does not ask for authentication, which require_auth=scram-sha-256 refuses; /,
        );
      });
    });
  });
});
