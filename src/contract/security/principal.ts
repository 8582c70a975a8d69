/** Who calls, as an authenticator knows it. */
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
