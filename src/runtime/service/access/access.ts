import type { Authenticators, CompiledContract } from '../../contract';
import type { JwtConfig, ServiceConfig } from '../config';
import type { Log } from '../log';
import type { StartServiceOptions } from '../start-options';
import { tokenAuthenticators } from './authenticators';
import type * as Jwt from './jwt-verifier';
import { LastUses, RecentTokens } from './token-caches';
import type { TokenStore } from './token-store';
import { createTokenVerifier, type TokenVerifier } from './token-verifier';

/** Authentication by the tokens of a service's configuration. */
export interface Access {
  readonly verify: TokenVerifier;
  authenticators(contract: CompiledContract): Authenticators;
  /**
   * Fetches the keys of the issuer now, not with the first token. The service serves other tokens meanwhile, and these
   * as soon as it has keys.
   */
  start(): void;
  /** Releases the issuer, and stores the last uses of tokens. */
  close(): Promise<void>;
}

/** The store of further tokens. */
type StoredTokens = Pick<StartServiceOptions<unknown>, 'tokens' | 'cacheTokens'>;

/** Creates the check of tokens: the configuration's and, if there is a store, those in it. */
export function openAccess(
  { accessTokens, jwt }: Pick<ServiceConfig, 'accessTokens' | 'jwt'>,
  log: Log,
  { tokens, cacheTokens = false }: StoredTokens = {},
): Access {
  const issuer = jwt === undefined ? undefined : openJwtVerifier(jwt, log);
  const lastUses = tokens && openLastUses(tokens, log);
  const verify = createTokenVerifier({
    staticTokens: accessTokens,
    verifyJwt: issuer?.verify,
    tokens: tokens && cacheTokens ? new RecentTokens(tokens) : tokens,
    onUse: (id) => lastUses?.note(id),
  });
  return {
    verify,
    authenticators: (contract) => tokenAuthenticators(contract, verify),
    start: () => void issuer?.keys.start(),
    close: async () => {
      issuer?.keys.close();
      await lastUses?.close();
    },
  };
}

function openLastUses(tokens: TokenStore, log: Log): LastUses {
  return new LastUses(tokens, (err) => {
    log.warn({ err }, 'the last uses of tokens could not be written; they are written later');
  });
}

/** Creates the check of an issuer's tokens. It fetches no keys yet. */
export function openJwtVerifier(
  { jwksUrl, issuer, audience }: JwtConfig,
  log: Log | undefined,
): Jwt.JwtVerifier {
  return loadJwt().createJwtVerifier({
    url: jwksUrl,
    issuer,
    audience,
    onChange: (err) => {
      if (err === undefined) log?.info('the keys of JWKS_URL can be fetched again');
      else log?.warn({ err }, 'the keys of JWKS_URL cannot be fetched; known ones stay in use');
    },
  });
}

/** Loaded on demand: jose takes 30 ms of CPU time to load. */
function loadJwt(): typeof Jwt {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('./jwt-verifier') as typeof Jwt;
}
