import { openStore } from '../../../../src/plant-store/stores/open-store';
import { StoreOpenError } from '../../../../src/plant-store/stores/store';
import { useTempFolder } from '../temp-folder';
import { CLEARTEXT, FakeServer, MD5, OK, READY, SCRAM } from './fake-server';

/** What a server that may be anybody's gets to know. */

const PASSWORD = 'hunter2';
const CLEAR =
  'the server asks for the password in clear text, and the connection has no TLS; set sslmode=verify-full in the URL, or require_auth=password to send it all the same';

const folder = useTempFolder();
let server: FakeServer | undefined;
afterEach(() => {
  server?.end();
});

/** Why the store does not open, which it cannot on such a server; and what the server got. */
async function attempt(
  pieces: readonly (readonly Buffer[])[],
  { host = '127.0.0.1', parameters = '' } = {},
): Promise<{ problem: string; received: Buffer }> {
  const isSocket = host.startsWith('/');
  server = await FakeServer.listen(pieces, isSocket ? `${host}/.s.PGSQL.5432` : undefined);
  const place = isSocket ? encodeURIComponent(host) : `${host}:${server.port}`;
  const url = `postgres://u:${PASSWORD}@${place}/d?connect_timeout=1&${parameters}`;
  const error: unknown = await openStore(url, { role: 'server' }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreOpenError)) throw new Error(`not refused: ${String(error)}`);
  expect(error.message).not.toContain(PASSWORD);
  return { problem: error.problem, received: server.received };
}

function bytewise(message: Buffer): Buffer[] {
  return Array.from(message, (byte) => Buffer.from([byte]));
}

describe('without TLS, a password in clear text', () => {
  it.each<[string, Buffer[][]]>([
    ['at once', [[CLEARTEXT]]],
    ['byte by byte', [bytewise(CLEARTEXT)]],
    ['after another way, when the driver has the password at hand', [[MD5], [CLEARTEXT]]],
    ['together with another way', [[Buffer.concat([MD5, CLEARTEXT])]]],
    ['twice', [[Buffer.concat([CLEARTEXT, CLEARTEXT])], [CLEARTEXT]]],
    ['once the connection is in use', [[OK, READY], [CLEARTEXT]]],
  ])('is not sent to a server that asks for it %s', async (_name, pieces) => {
    const { problem, received } = await attempt(pieces);
    expect(received.length).toBeGreaterThan(0);
    expect(received.includes(PASSWORD)).toBe(false);
    expect(problem).toBe(CLEAR);
  });

  it.each([
    ['localhost', ''],
    ['0.0.0.0', 'sslmode=disable'],
    ['127.0.0.1', 'require_auth=!md5'],
  ])('is not sent to %s by %s', async (host, parameters) => {
    const { received } = await attempt([[CLEARTEXT]], { host, parameters });
    expect(received.includes('user\0u\0')).toBe(true);
    expect(received.includes(PASSWORD)).toBe(false);
  });

  it('is sent where require_auth=password wants it', async () => {
    const { received } = await attempt([[CLEARTEXT]], { parameters: 'require_auth=password' });
    expect(received.includes(PASSWORD)).toBe(true);
  });

  it('is sent through a Unix socket', async () => {
    const { received } = await attempt([[CLEARTEXT]], { host: folder.path('.') });
    expect(received.includes(PASSWORD)).toBe(true);
  });
});

it('a host that is not loopback is told nothing but the wish for TLS, unless the URL has sslmode', async () => {
  // An address that leads here, though it does not say so.
  const { problem, received } = await attempt([[OK, READY]], { host: '0.0.0.0' });
  expect(received).toHaveLength(8);
  expect(problem).toBe(
    'the server at "0.0.0.0" offers no TLS, which sslmode=verify-full asks for; switch TLS on there, or set sslmode=disable in the URL where nobody can listen in (The server does not support SSL connections)',
  );
});

describe('require_auth', () => {
  it.each<[string, Buffer[], string]>([
    ['scram-sha-256', [MD5], 'asks for md5'],
    ['scram-sha-256', [CLEARTEXT], 'asks for password'],
    ['scram-sha-256', [OK, READY], 'does not ask for authentication'],
    ['scram-sha-256,md5', [OK, READY], 'does not ask for authentication'],
    ['scram-sha-256', [SCRAM, OK, READY], 'does not ask for authentication'],
    ['none', [SCRAM], 'asks for scram-sha-256'],
    ['!md5', [MD5], 'asks for md5'],
    ['!none,!md5', [OK, READY], 'does not ask for authentication'],
  ])('%s refuses a server that does otherwise', async (value, messages, way) => {
    const pieces = [[Buffer.concat(messages)]];
    const { problem, received } = await attempt(pieces, { parameters: `require_auth=${value}` });
    expect(problem).toBe(
      `the server ${way}, which require_auth=${value} refuses; correct its pg_hba.conf, or require_auth in the URL`,
    );
    expect(received.includes(PASSWORD)).toBe(false);
    // The startup alone, and perhaps a first message of SCRAM.
    expect(received.includes('md5')).toBe(false);
  });

  it.each<[string, Buffer[]]>([
    ['none', [OK, READY]],
    ['md5,none', [MD5]],
    ['!scram-sha-256', [MD5]],
  ])('%s lets a server do what it names', async (value, messages) => {
    const parameters = `require_auth=${value}&statement_timeout=100`;
    const { problem } = await attempt([[Buffer.concat(messages)]], { parameters });
    expect(problem).toMatch(/^the server did not respond in time; /);
  });
});
