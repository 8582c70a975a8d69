import type { CompiledContract } from '../contract';
import type { LoadedContract, Operation } from '../generate/index';
import type { OperationRequest, RequestCredentials } from '../samples/requests/operation-request';
import { NO_CREDENTIALS, requirementCredentials } from '../samples/requests/request-credentials';

/**
 * Who sends a request: the caller may do everything; `limited` is known and lacks the scopes that operations
 * ask for; `other` is a second caller, who owns nothing of the first; `nobody` has no credentials.
 */
export type Who = 'caller' | 'limited' | 'other' | 'nobody';

/** Tokens by the name of their security scheme; the one under '' is for every scheme without its own. */
export type Tokens = ReadonlyMap<string, string>;

export interface GivenTokens extends Readonly<Record<Exclude<Who, 'nobody'>, Tokens>> {
  /** Those that the tokens of `limited` have; none by default. */
  readonly limitedScopes?: readonly string[];
}

const GARBAGE = 'garbage-that-nobody-was-given';

/** What requests carry to say who sends them. */
export class Credentials {
  constructor(
    private readonly contract: Pick<CompiledContract, 'securitySchemes'>,
    private readonly tokens: GivenTokens,
    /** True for a document that has `security` for all operations without their own. */
    private readonly statesSecurity: boolean,
  ) {}

  tokenOf(who: Who, scheme: string): string | undefined {
    if (who === 'nobody') return undefined;
    return this.tokens[who].get(scheme) ?? this.tokens[who].get('');
  }

  /** True for a scheme of which the caller's token was given by name. */
  isNamed(scheme: string): boolean {
    return this.tokens.caller.has(scheme);
  }

  /** The schemes whose credentials of the caller a request carries. */
  sentIn({ headers, target }: OperationRequest): string[] {
    const query = target.split('?')[1]?.split('&') ?? [];
    const cookies = headers
      .filter(([name]) => name.toLowerCase() === 'cookie')
      .flatMap(([, value]) => value.split('; '));
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

  has(who: Exclude<Who, 'nobody'>): boolean {
    return this.tokens[who].size > 0;
  }

  limitedHas(scopes: readonly string[]): boolean {
    return scopes.every((scope) => this.tokens.limitedScopes?.includes(scope) === true);
  }

  /**
   * By the first security requirement for all schemes of which there is a token; by the first scheme where
   * the document says nothing of who may call.
   *
   * @returns none where an operation asks for none, or where tokens are lacking
   */
  of(operation: Operation, who: Who = 'caller'): RequestCredentials {
    const { securitySchemes } = this.contract;
    const requirements = this.isUnstated(operation)
      ? Object.keys(securitySchemes).map((name) => [name])
      : operation.security.map((each) => Object.keys(each));
    const requirement = requirements.find((names) => names.length > 0 && this.covers(names, who));
    return requirement === undefined ? NO_CREDENTIALS : this.by(requirement, who);
  }

  /** True where neither the operation nor the document has `security`, as many that only list schemes. */
  private isUnstated({ value }: Operation): boolean {
    return !this.statesSecurity && !('security' in value);
  }

  by(names: readonly string[], who: Who): RequestCredentials {
    return requirementCredentials(this.contract, names, (name) => this.tokenOf(who, name) ?? '');
  }

  covers(names: readonly string[], who: Who): boolean {
    return names.every((name) => this.tokenOf(who, name) !== undefined);
  }

  /** True for what the connection has, and requests have not. */
  isOfConnection(scheme: string): boolean {
    return this.contract.securitySchemes[scheme]?.type === 'mutualTLS';
  }

  /** The caller's, but for their last characters, as of a signature. */
  altered(names: readonly string[]): RequestCredentials {
    return requirementCredentials(this.contract, names, (name) => {
      const token = this.tokenOf('caller', name) ?? '';
      const end = token.endsWith('xyz') ? 'abc' : 'xyz';
      return token.slice(0, -end.length) + end;
    });
  }

  /**
   * The caller's API key in the query where the document has a header for it, or in a header where it has
   * the query.
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

  /** Of the right form for each scheme, and valid for none. */
  garbage(names: readonly string[]): RequestCredentials {
    return requirementCredentials(this.contract, names, () => GARBAGE);
  }
}

export function withoutSecurity(loaded: LoadedContract): LoadedContract {
  const { contract, operations } = loaded;
  return {
    ...loaded,
    operations: operations.map((operation) => ({ ...operation, security: [] })),
    contract: {
      ...contract,
      operations: contract.operations.map((operation) => ({ ...operation, security: [] })),
    },
  };
}
