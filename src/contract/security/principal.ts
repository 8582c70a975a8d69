import { createHash } from 'node:crypto';

/** Who calls, as logs and quotas name them: what an authenticator accepts with, or has beside it. */
export interface Principal {
  /** A name for logs; never a credential. */
  readonly name: string;
  /** Which of their credentials they used, such as the ID of a token; never the credential itself. */
  readonly credentialId?: string;
  /**
   * Who holds it, where a client gets one short-lived credential after the other: its quotas are those of
   * all of them. By default they are those of the credential.
   */
  readonly client?: string;
}

/** Who calls, as observers and quotas learn it. */
export interface Caller {
  /** Undefined where the authenticator names nobody. */
  readonly name: string | undefined;
  readonly credentialId: string | undefined;
  /** Whose quotas count: `client`, `credentialId` or `name`, or else a digest of the scheme and the credentials. */
  readonly client: string;
}

/** Credentials that were accepted, and with what. */
interface Accepted {
  readonly scheme: string;
  readonly credentials: string;
  readonly principal: unknown;
  readonly caller?: Principal | undefined;
}

/** The caller that credentials stand for: the one that is named beside the principal, or the principal if it has a name. */
export function callerOf({ scheme, credentials, principal, caller }: Accepted): Caller {
  const named = (caller ?? Object(principal)) as Partial<Record<keyof Principal, unknown>>;
  const name = textOf(named.name);
  const credentialId = name === undefined ? undefined : textOf(named.credentialId);
  const client = name === undefined ? undefined : (textOf(named.client) ?? credentialId ?? name);
  return { name, credentialId, client: client ?? digestOf(scheme, credentials) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function digestOf(scheme: string, credentials: string): string {
  const text = JSON.stringify([scheme, credentials]);
  return `sha256:${createHash('sha256').update(text).digest('base64url')}`;
}
