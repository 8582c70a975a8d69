import { join } from 'node:path';
import fc from 'fast-check';
import { driverOf } from '../../../../src/plant-store/stores/open-store';
import { readSettings } from '../../../../src/plant-store/stores/postgres/settings';
import { anyCharacter, runs } from '../../../support/runs';
import { startCpuClock } from '../../../support/cpu-time';
import { titled } from '../../../support/it-each';

const TLS = join(__dirname, '..', '..', '..', 'fixtures', 'tls');
const AUTHORITY = encodeURIComponent(join(TLS, 'authority.pem'));
const CERT = encodeURIComponent(join(TLS, 'server.pem'));
const KEY = encodeURIComponent(join(TLS, 'server-key.pem'));

const accepted: [url: string, settings: object][] = [
  ...titled({
    'postgres://plants:secret@db.example:6432/garden': [
      {
        name: 'postgres://plants@db.example:6432/garden',
        host: 'db.example',
        port: 6432,
        user: 'plants',
        password: 'secret',
        database: 'garden',
        sslmode: 'verify-full',
        tls: { rejectUnauthorized: true },
        authentication: { allowed: new Set(['password', 'md5', 'scram-sha-256', 'none']) },
        poolMax: 10,
        connectTimeoutSeconds: 5,
        statementTimeoutMs: 5_000,
        applicationName: 'plant-store',
        options: undefined,
      },
    ],
    'postgresql://plants@': [
      { host: 'localhost', port: 5432, database: 'plants', password: undefined },
    ],
    'postgres://plants@db': [{ host: 'db', database: 'plants', targetSession: 'any' }],
    'postgres://plants@db?target_session_attrs=read-write': [{ targetSession: 'read-write' }],
    'postgres://plants@db/': [{ host: 'db', database: 'plants' }],
    'postgres://plants:@db/garden': [{ password: undefined }],
    'postgres://plants@[::1]:6432/garden': [
      { host: '::1', name: 'postgres://plants@[::1]:6432/garden' },
    ],
    'postgres://a%40b:p%3A%2F%3F%23%40%25+%20w@db/g%2F1': [
      { user: 'a@b', password: 'p:/?#@%+ w', database: 'g/1' },
    ],
    'postgres://plants@/garden?host=/var/run/postgresql': [{ host: '/var/run/postgresql' }],
    'postgres://plants@%2Ftmp/garden': [{ host: '/tmp' }],
    'postgres:///?user=u&password=a=b&host=h&port=1&dbname=d': [
      { user: 'u', password: 'a=b', host: 'h', port: 1, database: 'd' },
    ],
    'postgres://plants@db?pool_max=3&connect_timeout=2&statement_timeout=0&application_name=a%20b&options=-csearch_path%3Dx':
      [
        {
          poolMax: 3,
          connectTimeoutSeconds: 2,
          statementTimeoutMs: 0,
          applicationName: 'a b',
          options: '-csearch_path=x',
        },
      ],
    'postgres://plants@db?sslmode=disable': [
      {
        sslmode: 'disable',
        tls: undefined,
        authentication: { allowed: new Set(['md5', 'scram-sha-256', 'none']) },
      },
    ],
  }),
  ...['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '[::1]', '[0:0:0:0:0:0:0:1]', ''].map(
    (host): [string, object] => [
      `postgres://plants@${host}`,
      { sslmode: 'disable', tls: undefined },
    ],
  ),
  [
    'postgres://plants@%2Ftmp',
    {
      sslmode: 'disable',
      authentication: { allowed: new Set(['password', 'md5', 'scram-sha-256', 'none']) },
    },
  ],
  ...[
    'localhost.example',
    '128.0.0.1',
    '127.1',
    '[::2]',
    '0.0.0.0',
    '[::1%25lo]',
    'localhost.',
  ].map((host): [string, object] => [`postgres://plants@${host}`, { sslmode: 'verify-full' }]),
  ...titled({
    'postgres://plants@localhost?host=db': [{ sslmode: 'verify-full' }],
    'postgres://plants@db?require_auth=scram-sha-256': [
      { authentication: { allowed: new Set(['scram-sha-256']), requireAuth: 'scram-sha-256' } },
    ],
    'postgres://plants@localhost?require_auth=!md5,!none': [
      { authentication: { allowed: new Set(['scram-sha-256']) } },
    ],
    'postgres://plants@localhost?require_auth=password,%20md5': [
      { authentication: { allowed: new Set(['password', 'md5']) } },
    ],
    'postgres://plants@db?sslmode=require': [
      { tls: { rejectUnauthorized: false, checkServerIdentity: expect.any(Function) } },
    ],
  }),
  [
    `postgres://plants@db?sslmode=require&sslrootcert=${AUTHORITY}`,
    {
      tls: {
        rejectUnauthorized: true,
        ca: expect.any(Buffer),
        checkServerIdentity: expect.any(Function),
      },
    },
  ],
  [
    'postgres://plants@db?sslmode=verify-ca',
    { tls: { rejectUnauthorized: true, checkServerIdentity: expect.any(Function) } },
  ],
  [
    `postgres://plants@db?sslmode=verify-full&sslcert=${CERT}&sslkey=${KEY}`,
    { tls: { rejectUnauthorized: true, cert: expect.any(Buffer), key: expect.any(Buffer) } },
  ],
];

const FORM =
  'it is not of the form postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE; percent-encode special characters in names and passwords, such as @ as %40';
const KNOWN =
  'known are user, password, host, port, dbname, sslmode, sslrootcert, sslcert, sslkey, require_auth, target_session_attrs, connect_timeout, statement_timeout, pool_max, application_name, options';

const SEVERAL_HOSTS =
  'it may name one host only, without load_balance_hosts; name the address that leads to the primary, as managed databases, HAProxy and PgBouncer have one, and set target_session_attrs=read-write';

const PORT = 'its port must be a whole number from 1 to 65535';
const POOL_MAX = 'its pool_max must be a whole number from 1 to 1000';
const SSLMODE = 'its sslmode must be one of disable, require, verify-ca, verify-full';

const refused: [url: string, problem: string | RegExp][] = [
  [
    'postgres://',
    'it names no user; write postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE',
  ],
  ['postgres://plants:se@cret@db/garden', FORM],
  ['postgres://plants:se/cret@db/garden', FORM],
  ['postgres://plants:se#cret@db/garden', FORM],
  ['postgres://plants@db/a/b', FORM],
  ['postgres://plants@::1/garden', FORM],
  ['postgres://plants@[::1/garden', FORM],
  ['postgres://plants@db1:1:2/garden', FORM],
  ['postgres://plants@db:x/garden', PORT],
  ['postgres://plants@db/garden?port=1,2', PORT],
  ['postgres://plants@db/garden?port=', PORT],
  ['postgres://plants@db1,db2:5433/garden', SEVERAL_HOSTS],
  ['postgres://plants@/garden?host=db1,db2', SEVERAL_HOSTS],
  ['postgres://plants@db1?load_balance_hosts=disable', SEVERAL_HOSTS],
  ...['standby', 'prefer-standby', 'read-only', 'master', ''].map((value): [string, string] => [
    `postgres://plants@db?target_session_attrs=${value}`,
    'its target_session_attrs must be one of any, read-write, primary, since plants are written',
  ]),
  ['postgres://plants@db:0/garden', PORT],
  ['postgres://plants@db:65536/garden', PORT],
  ['postgres://plants:50%@db/garden', 'its password is not percent-encoded UTF-8; write % as %25'],
  ['postgres://plants:%FF@db/garden', 'its password is not percent-encoded UTF-8; write % as %25'],
  ['postgres://plants@db/a%00b', 'its dbname contains NUL, which no value can'],
  [
    'postgres://plants@db?application_name=a%00b',
    'its application_name contains NUL, which no value can',
  ],
  [
    'postgres://plants@db?target_server_type=any',
    `its parameter target_server_type is not known; ${KNOWN}`,
  ],
  ['postgres://plants@db?hunter2', `its parameter is not known; ${KNOWN}`],
  ['postgres://plants@db?SSLMODE=require', `its parameter is not known; ${KNOWN}`],
  ['postgres://plants@db?sslmode=prefer', SSLMODE],
  ['postgres://plants@db?sslmode=', SSLMODE],
  [
    'postgres://plants@localhost?sslrootcert=x',
    'its sslrootcert needs an sslmode of require, verify-ca or verify-full',
  ],
  [
    'postgres://plants@db?sslmode=require&sslkey=x',
    'its sslcert and sslkey go together; name both or none',
  ],
  [
    'postgres://plants@db?sslmode=verify-full&sslrootcert=/no.pem',
    /^its sslrootcert "\/no\.pem" cannot be used: ENOENT/,
  ],
  [
    `postgres://plants@db?sslmode=require&sslcert=${CERT}&sslkey=${AUTHORITY}`,
    /^its sslkey ".*authority\.pem" cannot be used: /,
  ],
  ...['gss', 'md5,!none', 'scram', ',', '!', 'MD5'].map((value): [string, string] => [
    `postgres://plants@db?require_auth=${value}`,
    'its require_auth must be a list of password, md5, scram-sha-256, none, separated by commas, all or none with ! before them',
  ]),
  ['postgres://plants@db?pool_max=0', POOL_MAX],
  ['postgres://plants@db?pool_max=', POOL_MAX],
  [
    'postgres://plants@db?connect_timeout=0',
    'its connect_timeout must be a whole number from 1 to 3600',
  ],
  [
    'postgres://plants@db?statement_timeout=5s',
    'its statement_timeout must be a whole number from 0 to 86400000',
  ],
];

describe('readSettings', () => {
  it.each(accepted)('reads %s', (url, settings) => {
    expect(driverOf(url).name).toBe('PostgreSQL');
    expect(readSettings(url)).toMatchObject(settings);
  });

  it.each(refused)('refuses %s', (url, problem) => {
    const message = messageOf(url);
    const prefix = 'Cannot open the store "postgres:...": ';
    expect(message?.startsWith(prefix)).toBe(true);
    const told = message!.slice(prefix.length);
    if (typeof problem === 'string') expect(told).toContain(problem);
    else expect(told).toMatch(problem);
    expect(message).not.toMatch(/cret|hunter2|\n/);
  });

  it('takes any user, password and database that are percent-encoded', () => {
    const part = fc
      .string({ unit: anyCharacter, minLength: 1 })
      .filter((text) => !text.includes('\0'));
    const property = fc.property(part, part, part, (user, password, database) => {
      const [u, p, d] = [user, password, database].map(encodeURIComponent);
      expect(readSettings(`postgres://${u}:${p}@db/${d}`)).toMatchObject({
        user,
        password,
        database,
      });
    });
    fc.assert(property);
  });

  it(`tells no password, wherever it stands in a broken URL, and takes no long time (${runs(1_000)} tries)`, () => {
    const piece = fc.constantFrom(...'u:@/?#=&%,['.split(''), ']', 'postgres://', 'hunter2');
    const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(messageOf(`postgres://u:hunter2${pieces.join('')}`) ?? '').not.toContain('hunter2');
    });
    fc.assert(property, { numRuns: runs(1_000) });
    const cpuTimeMs = startCpuClock();
    for (const piece of ['@', ',', ':', '/', '?', '&', '[', '%41'])
      messageOf(`postgres://${piece.repeat(100_000)}`);
    expect(cpuTimeMs()).toBeLessThan(1_000);
  });
});

/** Why a URL is refused; undefined when it is not. */
function messageOf(url: string): string | undefined {
  try {
    readSettings(url);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
