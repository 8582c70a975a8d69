import { createHash } from 'node:crypto';

/** The caller for logs and quotas: the principal of an authenticator, or given in addition to it. */
export interface Principal {
  /** A name for logs; never a credential. */
  readonly name: string;
  /** Identifies the credential used, such as the ID of a token; never the credential itself. */
  readonly credentialId?: string;
  /**
   * The holder of the credentials, where a client gets one short-lived credential after the other: they share quotas.
   * By default each credential has its own.
   */
  readonly client?: string;
}

/** The caller for observers and quotas. */
export interface Caller {
  /** Undefined where the authenticator provides no name. */
  readonly name: string | undefined;
  readonly credentialId: string | undefined;
  /** The key of quotas: `client`, `credentialId` or `name`, or else a digest of the scheme and the credentials. */
  readonly client: string;
}

/** Accepted credentials and their principal. */
interface Accepted {
  readonly scheme: string;
  readonly credentials: string;
  readonly principal: unknown;
  readonly caller?: Principal | undefined;
}

/** The caller of credentials: the authenticator's `caller`, or the principal if it has a name. */
export function callerOf({ scheme, credentials, principal, caller }: Accepted): Caller {
  const named = (caller ?? Object(principal)) as Partial<Record<keyof Principal, unknown>>;
  const name = stringOrUndefined(named.name);
  const credentialId = name === undefined ? undefined : stringOrUndefined(named.credentialId);
  const client =
    name === undefined ? undefined : (stringOrUndefined(named.client) ?? credentialId ?? name);
  return { name, credentialId, client: client ?? digestOf(scheme, credentials) };
}

function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function digestOf(scheme: string, credentials: string): string {
  const text = JSON.stringify([scheme, credentials]);
  return `sha256:${createHash('sha256').update(text).digest('base64url')}`;
}
