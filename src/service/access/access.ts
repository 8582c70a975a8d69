import type { Authenticators, CompiledContract } from '../../contract';
import type { JwtConfig, ServiceConfig } from '../config';
import type { Log } from '../log';
import { tokenAuthenticators } from './authenticators';
import type * as Jwt from './jwt-verifier';
import { createTokenVerifier, type TokenVerifier } from './token-verifier';
import type { TokenStore } from './token-store';

/** Authentication by the tokens of a service's configuration. */
export interface Access {
  readonly verify: TokenVerifier;
  authenticators(contract: CompiledContract): Authenticators;
  /**
   * Fetches the keys of the issuer now, not with the first token. The service serves other tokens meanwhile, and these
   * as soon as it has keys.
   */
  start(): void;
  /** Releases the issuer. */
  close(): void;
}

/** The store of tokens, and the callback for their use. */
export interface KeptTokens {
  readonly tokens: Pick<TokenStore, 'findByHash'>;
  readonly onUse: (id: string) => void;
}

/** Creates the check of tokens: the configuration's and, if there is a store, those in it. */
export function openAccess(
  { accessTokens, jwt }: Pick<ServiceConfig, 'accessTokens' | 'jwt'>,
  log: Log,
  kept: Partial<KeptTokens> = {},
): Access {
  const issuer = jwt === undefined ? undefined : openJwtVerifier(jwt, log);
  const verify = createTokenVerifier({
    staticTokens: accessTokens,
    verifyJwt: issuer?.verify,
    ...kept,
  });
  return {
    verify,
    authenticators: (contract) => tokenAuthenticators(contract, verify),
    start: () => void issuer?.keys.start(),
    close: () => {
      issuer?.keys.close();
    },
  };
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
