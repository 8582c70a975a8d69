import type * as Jwt from '../access/jwt/jwt-verifier';
import { LastUses } from '../access/last-uses';
import { RecentTokens } from '../access/recent-tokens';
import type { TokenStore } from '../access/token-store';
import type { TokenVerifier } from '../access/token-verdict';
import { createTokenVerifier } from '../access/token-verifier';
import type { Config, JwtConfig } from '../config';
import type { Log } from '../log';
import { isPostgresUrl } from '../stores/postgres/settings';

/** Who may call this service, and what is kept about it. */
export interface TokenAccess {
  readonly verify: TokenVerifier;
  /** Writes down the last uses of tokens and lets go of the issuer. */
  close(): Promise<void>;
}

/** Puts the check of tokens together, by the configuration. */
export function openTokenAccess(config: Config, tokens: TokenStore, log: Log): TokenAccess {
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
