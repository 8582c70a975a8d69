import { failureKinds, type FailureKind } from '../contract';
import type { Credentials } from './credentials';
import { type Exchange, responseOf } from './exchange';
import type { Finding } from './finding';

const BY_CREDENTIALS: readonly FailureKind[] = [
  failureKinds.missingCredentials,
  failureKinds.invalidCredentials,
];

/** Checks that take credentials for valid. */
const ON_VALID = ['credentials-accepted', 'refusal-status-fits'];

/**
 * Of which security schemes the service was seen to take the credentials. A token that the user gave for no
 * scheme by name may be meant for one of several, or be of no use any more: 401 shows no fault then.
 */
export class TakenCredentials {
  private readonly taken = new Set<string>();
  private readonly doubted = new Set<string>();
  /** Operations that refuse those who have no credentials. */
  private readonly closed = new Set<string>();

  constructor(private readonly credentials: Credentials) {}

  see(exchange: Exchange): void {
    const { testCase, judgement } = exchange;
    const id = testCase.operation?.operationId;
    const status = responseOf(exchange)?.status ?? 0;
    if (id === undefined) return;
    if (judgement.expected === 'refusal') {
      const isByCredentials = BY_CREDENTIALS.includes(judgement.kind);
      if (isByCredentials && (status === 401 || status === 403)) this.closed.add(id);
    } else if (status >= 200 && status < 300 && this.closed.has(id)) {
      for (const name of this.credentials.sentIn(testCase.request)) this.taken.add(name);
    }
  }

  /** False for a finding that is one only if the credentials are valid, which nothing shows. */
  isCertain({ check, exchanges }: Finding): boolean {
    const last = exchanges.at(-1);
    if (last === undefined || !ON_VALID.includes(check)) return true;
    if (responseOf(last)?.status !== 401) return true;
    const names = this.credentials.sentIn(last.testCase.request);
    const unknown = names.filter(
      (name) => !this.credentials.isNamed(name) && !this.taken.has(name),
    );
    for (const name of unknown) this.doubted.add(name);
    return unknown.length === 0;
  }

  /** What a user should know of them. */
  get notices(): string[] {
    return [...this.doubted].map(
      (name) =>
        `No request with the token as ${name} was taken, but 401 sent; if the token is meant for ${name}, say so with --token ${name}=TOKEN`,
    );
  }
}
