import { PendingRequests } from '../../contract';
import type * as Jwt from '../access/jwt/jwt-verifier';
import { LastUses, RecentTokens } from '../access/token-caches';
import type { TokenStore } from '../access/token-store';
import { type TokenVerifier, createTokenVerifier } from '../access/token-verifier';
import type { Config, JwtConfig } from '../config';
import type { Log } from '../log';
import type { LineWriter } from '../log-output';
import { openQuotas, type OpenQuotas } from '../quotas/service-quotas';
import { openStore } from '../stores/open-store';
import { isPostgresUrl } from '../stores/postgres/settings';
import type { Store } from '../stores/store';
import { startTelemetry, type Telemetry } from '../telemetry/telemetry';

/** What a service works with, from its start to its end. */
export class ServiceResources {
  private constructor(
    readonly log: Log,
    readonly telemetry: Telemetry,
    readonly store: Store,
    readonly access: TokenAccess,
    readonly quotas: OpenQuotas,
    readonly pending: PendingRequests,
  ) {}

  /** @throws StoreOpenError with a message for the operator */
  static async open(
    config: Config,
    log: Log,
    requestLines?: LineWriter,
  ): Promise<ServiceResources> {
    const telemetry = startTelemetry(log.isLevelEnabled('info') ? requestLines : undefined);
    const store = await openStore(config.databaseUrl, { role: 'server' }, (line) => {
      log.warn(line);
    });
    store.observe(telemetry.metrics);
    const access = openTokenAccess(config, store.tokens, log);
    const quotas = openQuotas(config.rateLimits, store.counters, (err) => {
      log.warn({ err }, 'rate limits are not shared with other instances for now');
    });
    const pending = new PendingRequests(config.maxPendingRequests);
    return new ServiceResources(log, telemetry, store, access, quotas, pending);
  }

  /** Why no further request can be served now; undefined when one can. */
  async whyNotReady(): Promise<string | undefined> {
    if (this.pending.isFull) return 'busy';
    return this.store.ping().then(
      () => undefined,
      () => 'the store does not respond',
    );
  }

  /** Closes one after the other, the store as the last, within the grace time. */
  async close(grace: GracePeriod): Promise<void> {
    const closeAll = async (): Promise<void> => {
      for (const part of [this.access, this.quotas, this.store]) await part.close();
    };
    if (await grace.allows(closeAll())) return;
    this.log.error(
      'the store does not close within the grace time; what it has acknowledged is stored',
    );
  }
}

/** The share of the grace time that is kept from requests: for the store, the log and the end. */
const SHARE_OF_STORE = 0.1;

/** What a store needs to write all to a slow disk, however short the grace time is, in milliseconds. */
const MIN_OF_STORE_MS = 1_000;

/** The time that a service has to close. */
export class GracePeriod {
  private readonly deadline: number;

  /** @param graceMs from now on */
  constructor(graceMs: number) {
    this.deadline = performance.now() + graceMs;
    const forStoreMs = Math.max(graceMs * SHARE_OF_STORE, MIN_OF_STORE_MS);
    this.forRequestsMs = Math.max(graceMs - forStoreMs, graceMs / 2);
  }

  /** Milliseconds for the requests in flight, from the beginning. */
  readonly forRequestsMs: number;

  /** Milliseconds that are left. */
  get leftMs(): number {
    return Math.max(0, this.deadline - performance.now());
  }

  /** Waits for something within the grace time. @returns false when that is over first */
  async allows(closing: Promise<void>): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<false>((resolve) => {
      timer = setTimeout(() => {
        resolve(false);
      }, this.leftMs);
    });
    try {
      return await Promise.race([closing.then(() => true), over]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Who may call this service, and what is kept about it. */
interface TokenAccess {
  readonly verify: TokenVerifier;
  /** Writes down the last uses of tokens and lets go of the issuer. */
  close(): Promise<void>;
}

/** Puts the check of tokens together, by the configuration. */
function openTokenAccess(config: Config, tokens: TokenStore, log: Log): TokenAccess {
  const jwt = config.jwt === undefined ? undefined : openJwtVerifier(config.jwt, log);
  const lastUses = new LastUses(tokens, (err) => {
    log.warn({ err }, 'the last uses of tokens could not be written; they are written later');
  });
  const verify = createTokenVerifier({
    staticTokens: config.accessTokens,
    // SQLite is asked in a tenth of a millisecond; a server takes ten times as long.
    tokens: isPostgresUrl(config.databaseUrl) ? new RecentTokens(tokens) : tokens,
    verifyJwt: jwt?.verify,
    onUse: (id) => {
      lastUses.note(id);
    },
  });
  const close = async (): Promise<void> => {
    jwt?.keys.close();
    await lastUses.close();
  };
  return { verify, close };
}

function openJwtVerifier({ jwksUrl, issuer, audience }: JwtConfig, log: Log): Jwt.JwtVerifier {
  const verifier = loadJwt().createJwtVerifier({
    url: jwksUrl,
    issuer,
    audience,
    onChange: (err) => {
      if (err === undefined) log.info('the keys of JWKS_URL can be fetched again');
      else log.warn({ err }, 'the keys of JWKS_URL cannot be fetched; known ones stay in use');
    },
  });
  // Not waited for: the service serves other tokens meanwhile, and these as soon as it has keys.
  void verifier.keys.start();
  return verifier;
}

/** Only where it is wanted: jose takes 30 ms of CPU time to load. */
function loadJwt(): typeof Jwt {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('../access/jwt/jwt-verifier') as typeof Jwt;
}
