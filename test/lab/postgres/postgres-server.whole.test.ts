import { PostgresServer, whyNoPostgres } from './postgres-server';

const why = whyNoPostgres();
if (why !== undefined) process.stderr.write(`skipped: a PostgreSQL server, since ${why}\n`);
const describeHere = why === undefined ? describe : describe.skip;

describeHere(`a PostgreSQL server${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await PostgresServer.create({ settings: { max_connections: '7' } });
  });

  afterAll(() => server.remove());

  it('takes settings, and syncs what is committed', async () => {
    expect(await server.query('SHOW max_connections')).toEqual([{ max_connections: '7' }]);
    expect(await server.query('SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await server.query('SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  });

  it('makes databases that have nothing in common', async () => {
    const urls = [await server.createDatabase(), await server.createDatabase()];
    const names = urls.map((url) => new URL(url).pathname.slice(1));
    await server.query('CREATE TABLE t (a int)', names[0]);
    await expect(server.query('TABLE t', names[0])).resolves.toEqual([]);
    await expect(server.query('TABLE t', names[1])).rejects.toThrow('"t" does not exist');
  });

  it.each([
    ['a fast stop', () => server.stop('fast')],
    ['an immediate stop', () => server.stop('immediate')],
    ['SIGKILL', () => server.kill()],
  ])('starts again after %s with what was committed', async (name, end) => {
    const table = `"${name}"`;
    const url = server.url();
    await server.query(`CREATE TABLE ${table} AS SELECT 1 AS a`);
    await end();
    expect(server.pid).toBeUndefined();
    await expect(server.query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await server.start();
    expect(server.url()).toBe(url);
    expect(await server.query(`TABLE ${table}`)).toEqual([{ a: 1 }]);
  });
});
