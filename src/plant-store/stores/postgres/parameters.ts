/** The parts and parameters of a PostgreSQL URL, read by settings.ts and listed in docs/postgresql.md. */
export const urlParameters = {
  user: { allowed: 'a name', meaning: 'who connects' },
  password: { allowed: 'a text', meaning: 'their password' },
  host: {
    default: 'localhost',
    allowed: 'a name, an address or the folder of a Unix socket',
    meaning: 'the server',
  },
  port: { default: 5_432, range: [1, 65_535], meaning: 'its port' },
  dbname: { allowed: 'a name', meaning: 'the database; by default that of the name of the user' },
  /** Without libpq's `prefer` and `allow`, which a machine in the middle can downgrade. */
  sslmode: {
    oneOf: ['disable', 'require', 'verify-ca', 'verify-full'],
    meaning: 'how a connection is protected; by default verify-full, and disable on this machine',
  },
  sslrootcert: {
    allowed: 'the name of a file',
    meaning: 'certificates of authorities; with it, require means verify-ca',
  },
  sslcert: { allowed: 'the name of a file', meaning: 'the certificate of the client' },
  sslkey: { allowed: 'the name of a file', meaning: 'the key of that certificate' },
  require_auth: {
    allowed:
      'password, md5, scram-sha-256 or none, separated by commas; or all with a ! before them',
    meaning: 'how the server may have the client authenticate; with ! how it may not',
  },
  target_session_attrs: {
    default: 'any',
    oneOf: ['any', 'read-write', 'primary'],
    meaning: 'which server to use, where the host may lead to one that takes no writes',
  },
  /** As long as a client may have to wait for a statement. */
  connect_timeout: {
    default: 5,
    range: [1, 3_600],
    unit: 's',
    meaning: 'time to wait for a connection',
  },
  /** A batch takes milliseconds; a stalled database becomes 503 within the time of a request. */
  statement_timeout: {
    default: 5_000,
    range: [0, 86_400_000],
    unit: 'ms',
    meaning: 'time after which the server cancels a statement; 0 means no limit',
  },
  /** A few for batches and lookups; a hundred, the server's own default, then serve ten instances. */
  pool_max: {
    default: 10,
    range: [1, 1_000],
    meaning: 'most connections of an instance, without one for each listing in progress',
  },
  application_name: {
    default: 'plant-store',
    allowed: 'a text',
    meaning: 'name of the connections at the server',
  },
  options: {
    allowed: 'settings such as -csearch_path%3Dgarden',
    meaning: 'settings of each session',
  },
} as const;
