import {
  type Authenticator,
  type CompiledContract,
  type PrincipalsOf,
  secretOf,
  type SecurityScheme,
} from 'openapi-trellis/tools';

/** A request of a test: what its credentials are written to. */
export interface SignableRequest {
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface TestCaller {
  readonly principal: unknown;
  /** Absent for a caller with all scopes. */
  readonly scopes?: readonly string[];
}

/** The token of the requests that `trellis scaffold` writes: of somebody who may do everything. */
const SCAFFOLDED = 'test-token';

/**
 * Says who calls a service in its tests, in place of an issuer, a database or whatever its authenticators ask. It is
 * for tests alone: whoever knows a token is whom the test said.
 *
 * The authenticators accept the credentials that `signed` writes, and those of scaffolded tests, whose principal is
 * `{ name: 'test' }`. They reject others, and forbid what takes scopes that the caller lacks.
 *
 * @typeParam Own the type of the service's authenticators, whose principals tests name
 *
 * @example
 * ```ts
 * import { TestCallers } from 'openapi-trellis-tools/testing';
 * import type { CompiledContract } from 'openapi-trellis/contract';
 *
 * declare const contract: CompiledContract;
 * interface Own {
 *   bearerAuth: () => { outcome: 'accepted'; principal: { id: number } };
 * }
 *
 * const callers = new TestCallers<Own>(contract);
 * // startService({ ...parts, authenticators: callers.authenticators })
 * const request = callers.signed({ target: '/trees' }, { bearerAuth: { id: 7 } });
 * // fetch(`${server.url}${request.target}`, { headers: request.headers })
 * ```
 */
export class TestCallers<Own extends object> {
  /** In place of the service's own. */
  readonly authenticators: Own;
  private readonly callers = new Map<string, TestCaller>([
    [SCAFFOLDED, { principal: { name: 'test' } }],
  ]);

  /** @param contract of the generated `contract.ts`; its security schemes say where credentials are */
  constructor(private readonly contract: CompiledContract) {
    const schemes = Object.entries(contract.securitySchemes);
    // A function that makes authenticators may be given as what it makes.
    this.authenticators = Object.fromEntries(
      schemes.map(([name, scheme]) => [name, this.authenticator(scheme)]),
    ) as Own;
  }

  /**
   * A request with the credentials of a caller.
   *
   * @param principals what handlers get, by security scheme; the request gets the credentials of these schemes, as
   *   bearer token, API key or password
   * @param scopes what the caller may do; all by default
   * @throws RangeError for a scheme that the document does not have
   */
  signed<Request extends SignableRequest>(
    request: Request,
    principals: Partial<PrincipalsOf<Own>>,
    scopes?: readonly string[],
  ): Request {
    return Object.entries(principals).reduce<Request>((signing, [name, principal]) => {
      const scheme = this.contract.securitySchemes[name];
      if (scheme === undefined)
        throw new RangeError(`The document has no security scheme "${name}"`);
      const token = `${SCAFFOLDED}-${this.callers.size}`;
      this.callers.set(token, { principal, ...(scopes && { scopes }) });
      return withCredentials(signing, scheme, token);
    }, request);
  }

  private authenticator(scheme: SecurityScheme): Authenticator<unknown, unknown> {
    return (credentials, { scopes: needed }) => {
      const caller = this.callers.get(secretOf(scheme, credentials));
      if (caller === undefined) return { outcome: 'rejected' };
      const { principal, scopes = needed } = caller;
      const isAllowed = needed.every((scope) => scopes.includes(scope));
      return isAllowed ? { outcome: 'accepted', principal } : { outcome: 'forbidden' };
    };
  }
}

function withCredentials<Request extends SignableRequest>(
  request: Request,
  scheme: SecurityScheme,
  token: string,
): Request {
  const { target, headers = {} } = request;
  const withHeader = (name: string, value: string): Request => ({
    ...request,
    headers: { ...headers, [name]: value },
  });
  if (scheme.type !== 'apiKey') {
    const isBasic = scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';
    const password = Buffer.from(`test:${token}`).toString('base64');
    return withHeader('Authorization', isBasic ? `Basic ${password}` : `Bearer ${token}`);
  }
  if (scheme.in === 'header') return withHeader(scheme.name, token);
  if (scheme.in === 'query') {
    const pair = `${encodeURIComponent(scheme.name)}=${token}`;
    return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${pair}` };
  }
  const { Cookie = '' } = headers;
  return withHeader('Cookie', `${Cookie}${Cookie && '; '}${scheme.name}=${token}`);
}
