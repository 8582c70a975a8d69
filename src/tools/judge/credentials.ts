import { isDeepStrictEqual } from 'node:util';
import type { CompiledContract, SecurityScheme } from 'openapi-trellis/tools';
import type { LoadedContract } from '../validators';
import type { Operation } from '../document';
import {
  type OperationRequest,
  type RequestCredentials,
  NO_CREDENTIALS,
  requirementCredentials,
} from '../samples';
import { headerValues } from './exchange';

/**
 * The sender of a request. `caller` may do everything; `limited` is a known caller who lacks the scopes that
 * operations require; `other` is a second caller, who owns nothing of the first; `nobody` sends no credentials.
 */
export type Identity = 'caller' | 'limited' | 'other' | 'nobody';

/** Tokens by the name of their security scheme; the one under '' is for every scheme without its own. */
export type Tokens = ReadonlyMap<string, string>;

export interface GivenTokens extends Readonly<Record<Exclude<Identity, 'nobody'>, Tokens>> {
  /** Scopes of the tokens of `limited`; none by default. */
  readonly limitedScopes?: readonly string[];
}

const GARBAGE = 'garbage-that-nobody-was-given';

/** Makes the credentials that requests carry. */
export class Credentials {
  constructor(
    private readonly contract: Pick<CompiledContract, 'securitySchemes'>,
    private readonly tokens: GivenTokens,
    /** True for a document with a top-level `security`, which is the default of all operations. */
    private readonly statesSecurity: boolean,
  ) {}

  tokenOf(who: Identity, scheme: string): string | undefined {
    if (who === 'nobody') return undefined;
    return this.tokens[who].get(scheme) ?? this.tokens[who].get('');
  }

  /** True for a scheme whose token of the caller was given by name. */
  isNamed(scheme: string): boolean {
    return this.tokens.caller.has(scheme);
  }

  /** The security schemes for which a request carries the caller's credentials. */
  sentIn({ headers, target }: OperationRequest): string[] {
    const query = target.split('?')[1]?.split('&') ?? [];
    const cookies = headerValues({ headers }, 'cookie').flatMap((value) => value.split('; '));
    const isSent = (sent: RequestCredentials): boolean =>
      sent.headers.every(([name, value]) =>
        headers.some((header) => header[0] === name && header[1] === value),
      ) &&
      sent.query.every((each) => query.includes(each)) &&
      sent.cookies.every((each) => cookies.includes(each));
    return Object.keys(this.contract.securitySchemes).filter(
      (name) => this.covers([name], 'caller') && isSent(this.by([name], 'caller')),
    );
  }

  has(who: Exclude<Identity, 'nobody'>): boolean {
    return this.tokens[who].size > 0;
  }

  limitedHas(scopes: readonly string[]): boolean {
    return scopes.every((scope) => this.tokens.limitedScopes?.includes(scope) === true);
  }

  /**
   * Credentials for the first security requirement whose schemes all have a token. If the document states no
   * security, credentials for the first scheme with a token.
   *
   * @returns no credentials if the operation requires none, or if tokens are missing
   */
  of(operation: Operation, who: Identity = 'caller'): RequestCredentials {
    const { securitySchemes } = this.contract;
    const requirements = this.isUnstated(operation)
      ? Object.keys(securitySchemes).map((name) => [name])
      : operation.security.map((each) => Object.keys(each));
    const requirement = requirements.find((names) => names.length > 0 && this.covers(names, who));
    return requirement === undefined ? NO_CREDENTIALS : this.by(requirement, who);
  }

  /** True if neither the operation nor the document has `security`: many documents only list schemes. */
  private isUnstated({ value }: Operation): boolean {
    return !this.statesSecurity && !('security' in value);
  }

  by(names: readonly string[], who: Identity): RequestCredentials {
    return requirementCredentials(this.contract, names, (name) => this.tokenOf(who, name) ?? '');
  }

  covers(names: readonly string[], who: Identity): boolean {
    return names.every((name) => this.tokenOf(who, name) !== undefined);
  }

  /** True for a scheme whose credentials belong to the connection. */
  isOfConnection(scheme: string): boolean {
    return this.contract.securitySchemes[scheme]?.type === 'mutualTLS';
  }

  /** Well-formed credentials that are valid for nobody: the caller's, each with one change, if there are any. */
  wrong(names: readonly string[]): (readonly [change: string, RequestCredentials])[] {
    if (!this.covers(names, 'caller')) {
      const garbage = requirementCredentials(this.contract, names, () => GARBAGE);
      return [['that nobody was given', garbage]];
    }
    return ALTERATIONS.flatMap(([change, alter]) => {
      const own = this.by(names, 'caller');
      const altered = requirementCredentials(this.contract, names, (name) =>
        inParts(this.tokenOf('caller', name) ?? '', alter),
      );
      return isDeepStrictEqual(own, altered) ? [] : [[change, altered] as const];
    });
  }

  /** Bearer credentials without a token; undefined for another scheme. */
  empty(name: string): RequestCredentials | undefined {
    if (wayOf(this.contract.securitySchemes[name]) !== BEARER) return undefined;
    return { ...NO_CREDENTIALS, headers: [['Authorization', 'Bearer']] };
  }

  /** The caller's credentials for other schemes, one for each way of sending that none of `names` uses. */
  byOthers(names: readonly string[]): (readonly [scheme: string, RequestCredentials])[] {
    const { securitySchemes } = this.contract;
    const ways = new Set(names.map((name) => wayOf(securitySchemes[name])));
    if (ways.has(undefined)) return [];
    return Object.entries(securitySchemes).flatMap(([name, scheme]) => {
      const way = wayOf(scheme);
      if (way === undefined || ways.has(way) || !this.covers([name], 'caller')) return [];
      ways.add(way);
      return [[name, this.by([name], 'caller')] as const];
    });
  }

  /**
   * The caller's API key in the query if the document puts it in a header, or in a header if it is in the query.
   *
   * @returns undefined for another scheme
   */
  elsewhere(name: string): RequestCredentials | undefined {
    const scheme = this.contract.securitySchemes[name];
    const token = this.tokenOf('caller', name);
    if (scheme?.type !== 'apiKey' || scheme.in === 'cookie' || token === undefined)
      return undefined;
    const moved = { ...scheme, in: scheme.in === 'header' ? 'query' : 'header' } as const;
    return requirementCredentials({ securitySchemes: { [name]: moved } }, [name], () => token);
  }
}

/** Four more characters are three more bytes, however Base64 decoders treat the last one; padding stays last. */
const ALTERATIONS: readonly (readonly [change: string, alter: (token: string) => string])[] = [
  ['with another end', (token) => token.slice(0, -3) + (token.endsWith('xyz') ? 'abc' : 'xyz')],
  ['with something behind', (token) => token.replace(/=*$/, 'wxyz$&')],
  ['without the last character', (token) => token.replace(/(.).(=*)$/, '$1$2')],
  ['in another case', inOtherCase],
];

/** Leaves a token as it is where case may mean nothing: digits of some base, such as a UUID. */
function inOtherCase(token: string): string {
  const isOfOneCase = token === token.toLowerCase() || token === token.toUpperCase();
  if (/^[\da-f-]*$/i.test(token) || (isOfOneCase && /\d/.test(token))) return token;
  return token.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

const LEAST_PASSWORD = 8;

/** Changes only the password of a pair, unless it is short: some services take a key as the user. */
function inParts(token: string, alter: (part: string) => string): string {
  const [, user, password] = /^([^:]*):(.*)$/s.exec(token) ?? [];
  if (user === undefined || password === undefined) return alter(token);
  return `${password.length < LEAST_PASSWORD ? alter(user) : user}:${alter(password)}`;
}

const BEARER = 'authorization bearer';

/** How credentials of a scheme are sent; undefined for a certificate, and for a key that may be a token. */
function wayOf(scheme: SecurityScheme | undefined): string | undefined {
  switch (scheme?.type) {
    case 'apiKey':
      return /^authorization$/i.test(scheme.name) ? undefined : `${scheme.in} ${scheme.name}`;
    case 'http':
      return `authorization ${scheme.scheme}`.toLowerCase();
    case 'oauth2':
    case 'openIdConnect':
      return BEARER;
    default:
      return undefined;
  }
}

/** True for an operation that accepts requests without credentials. */
export function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some((each) => Object.keys(each).length === 0);
}

export function withoutSecurity(loaded: LoadedContract): LoadedContract {
  const { contract, operations } = loaded;
  const open = <Of extends object>(operation: Of) => ({ ...operation, security: [] });
  return {
    ...loaded,
    operations: operations.map(open),
    contract: { ...contract, operations: contract.operations.map(open) },
  };
}
