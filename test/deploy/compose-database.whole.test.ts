import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { openStore } from '../../src/plant-store/stores/open-store';
import { readSettings } from '../../src/plant-store/stores/postgres/settings';
import { serverUser } from '../lab/postgres/binaries';
import { describeOwnPostgres } from '../plant-store/stores/postgres/test-server';
import { temporaryFolder } from '../support/temporary-folder';
import { DEPLOY, readComposeServices } from './compose';

/** The certificate that compose.yaml makes, on a PostgreSQL that is started as it starts one. */

const services = new Map(readComposeServices());
const { entrypoint = [], command = [] } = services.get('certificate')!;
const folder = temporaryFolder();
const file = path.join(folder, 'certificate.pem');

/** Runs what compose.yaml has, with another folder, as root with the group of the server where that can be. */
function makeCertificate(): void {
  const [program = '', ...options] = entrypoint;
  const script = command.join('\n').replaceAll('$$', '$').replaceAll('/tls', folder);
  const { gid } = serverUser;
  const asWhom = gid === undefined ? {} : { gid };
  const { status, stderr } = spawnSync(program, [...options, script], {
    ...asWhom,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  chmodSync(folder, 0o755);
  // Who is not root is the server's user, whose key nobody else may read.
  if (gid === undefined) chmodSync(path.join(folder, 'key.pem'), 0o600);
}

const [, ...args] = services.get('database')!.command ?? [];
const settings = Object.fromEntries(
  args
    .filter((arg) => arg !== '-c')
    .map((arg) => arg.replace('/tls', folder).split('=') as [string, string]),
);

if (spawnSync('openssl', ['version']).status === 0) testCertificate();
else {
  const why = 'there is no openssl';
  process.stderr.write(`skipped: the certificate of compose.yaml, since ${why}\n`);
  it.skip(`the certificate of compose.yaml (skipped: ${why})`, testCertificate);
}

function testCertificate(): void {
  makeCertificate();
  const certificate = new X509Certificate(readFileSync(file));

  it('is for the host of the example, which is checked, and is not made anew', () => {
    const settings = readSettings(exampleUrl(file));
    expect(settings).toMatchObject({ host: 'database', sslmode: 'verify-full' });
    expect(certificate.checkHost('database')).toBe('database');
    makeCertificate();
    const { fingerprint256 } = new X509Certificate(readFileSync(file));
    expect(fingerprint256).toBe(certificate.fingerprint256);
  });

  it('leaves the key to the database alone', () => {
    expect(statSync(path.join(folder, 'key.pem')).mode & 0o7).toBe(0);
    expect(existsSync(path.join(folder, 'new.pem'))).toBe(false);
  });

  describeOwnPostgres(
    'the database of compose.yaml',
    (server) => {
      /** As the service opens it, by another name and port. */
      const open = async (certificateFile: string): Promise<unknown> => {
        const { username, password, port } = new URL(server().url());
        // What this machine calls itself is not checked by default.
        const url = exampleUrl(certificateFile).replace(
          'plants:PASSWORD@database/plants?',
          `${username}:${password}@localhost:${port}/postgres?sslmode=verify-full&`,
        );
        const store = await openStore(url, { role: 'server' });
        const connections = await server().query(
          `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'plant-store'`,
        );
        await store.close();
        return connections;
      };

      it('takes encrypted connections by the URL of the example', async () => {
        expect(await open(file)).toEqual([{ ssl: true }]);
      });

      it('is not taken for another one', async () => {
        const other = path.join(__dirname, '..', 'fixtures', 'tls', 'authority.pem');
        await expect(open(other)).rejects.toThrow("the server's certificate is not trusted");
      });
    },
    { settings },
  );
}

/** DATABASE_URL of service.env.example, with another place of the certificate. */
function exampleUrl(certificateFile: string): string {
  const text = readFileSync(path.join(DEPLOY, 'service.env.example'), 'utf8');
  const [, url = ''] = /^DATABASE_URL=(.*)$/m.exec(text)!;
  return url.replace('/tls/certificate.pem', encodeURIComponent(certificateFile));
}
