import type { Operation } from '../document';
import {
  type Credentials,
  isOpen,
  type Exchange,
  hasSuccess,
  isAccepted,
  responseOf,
  type TestCase,
  isSafe,
  BY_CREDENTIALS,
} from '../judge';
import type { Finding } from './finding';
import { MOST_EXAMPLES } from './suspicions';

/** Matches the words of a name: `logout`, `signOut`, `log-off`, but not `catalogOutput`. */
const SIGNS_OUT = /\b(?:log|sign) ?(?:out|off)\b/;

/** Last path segments of resources whose removal removes the caller's own credentials. */
const OWN = /^(?:sessions?|tokens?|auth|logins?|me|self|current|users?|accounts?|profiles?)$/i;

/**
 * True for an operation that may end the credentials it is called with, judging by its name or path, such as
 * `POST /auth/logout` and `DELETE /session`. Such operations are tested last.
 */
export function mayEndCredentials(operation: Operation): boolean {
  if (isOpen(operation)) return false;
  const { method, path, operationId } = operation;
  const segment = path.split('/').findLast((each) => each !== '') ?? '';
  const isNamed = [operationId, segment].some((name) => SIGNS_OUT.test(wordsOf(name)));
  return isNamed || (method === 'DELETE' && OWN.test(segment));
}

/** Splits a name into words: `users_signOut` becomes `users sign out`. */
function wordsOf(name: string): string {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return apart.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
}

function risk({ request, operation }: TestCase): number {
  if (operation !== undefined && mayEndCredentials(operation)) return 2;
  return isSafe(request.method) ? 0 : 1;
}

export class EndedCredentials {
  /** A request whose credentials were accepted, by operation and security schemes. */
  private readonly examples = new Map<string, TestCase>();
  /** When the last request with accepted credentials was sent, in milliseconds since 1970. */
  private acceptedAt = -Infinity;
  /** The last accepted requests, one of which may have ended the credentials. */
  private suspects: Exchange[] = [];
  /** The names of the security schemes whose credentials have ended, for messages. */
  private ended: string | undefined;

  constructor(private readonly credentials: Credentials) {}

  record(exchange: Exchange): void {
    const { testCase, sentAt } = exchange;
    const { operation } = testCase;
    if (!isAccepted(exchange) || operation === undefined || !this.isByCredentials(exchange)) return;
    this.examples.set(`${operation.operationId} ${this.schemesOf(testCase)}`, testCase);
    this.acceptedAt = Math.max(this.acceptedAt, sentAt);
    // If a request ended the credentials, its response came after the last accepted request was sent.
    const isLate = (each: Exchange): boolean => each.sentAt + each.durationMs >= this.acceptedAt;
    this.suspects = [...this.suspects, exchange].filter(isLate);
  }

  get haveEnded(): boolean {
    return this.ended !== undefined;
  }

  /**
   * Finds out whether credentials that are refused now, whatever the operation, were accepted before.
   *
   * @param send sends a test case again
   */
  async verifyExpired(
    refused: Exchange,
    send: (testCase: TestCase) => Promise<Exchange>,
  ): Promise<boolean> {
    if (!this.isRefused(refused)) return false;
    if (this.ended !== undefined) return true;
    const examples = this.examplesLike(refused.testCase);
    for (const example of examples.slice(0, MOST_EXAMPLES)) {
      if (responseOf(await send(example))?.status !== 401) return false;
    }
    if (examples.length === 0) return false;
    this.ended = this.schemesOf(refused.testCase);
    return true;
  }

  /** Requests accepted with the same credentials, those least likely to change anything first. */
  private examplesLike(refused: TestCase): TestCase[] {
    const schemes = this.schemesOf(refused);
    const alike = [...this.examples.values()].filter((each) => this.schemesOf(each) === schemes);
    return alike.toSorted((a, b) => risk(a) - risk(b));
  }

  private schemesOf({ request }: TestCase): string {
    return this.credentials.sentIn(request).join(' and ');
  }

  /** False for a finding that depends on a request sent after the credentials had ended. */
  isCertain({ exchanges }: Pick<Finding, 'exchanges'>): boolean {
    const isLate = (each: Exchange): boolean =>
      each.sentAt > this.acceptedAt && this.isRefused(each);
    return this.ended === undefined || !exchanges.some(isLate);
  }

  get notices(): string[] {
    if (this.ended === undefined) return [];
    const what = `The service no longer accepts the credentials of ${this.ended}`;
    const operations = this.suspects.flatMap(({ testCase: { operation } }) => operation ?? []);
    const known = operations.find(mayEndCredentials);
    if (known !== undefined)
      return [`${what}: ${known.operationId}, which was tested last, ended them`];
    const names = [...new Set(operations.map(({ operationId }) => operationId))].join(', ');
    return [
      `${what}, perhaps because of ${names}, so the run ended; use --exclude to leave out what ends them, or give credentials that last longer`,
    ];
  }

  private isRefused(exchange: Exchange): boolean {
    return responseOf(exchange)?.status === 401 && this.isByCredentials(exchange);
  }

  private isByCredentials({ testCase }: Exchange): boolean {
    const isOwn = testCase.operation !== undefined && testCase.operation.security.length > 0;
    return isOwn && this.schemesOf(testCase) !== '';
  }
}

/** Checks that presume valid credentials. */
const ON_VALID = ['credentials-accepted', 'refusal-status-fits'];

/**
 * Records the security schemes whose credentials the service was seen to accept. A token given without a scheme
 * may be meant for another one, or have expired: 401 shows no fault then.
 */
export class TakenCredentials {
  private readonly taken = new Set<string>();
  private readonly doubted = new Set<string>();
  /** Operations that refuse requests without valid credentials. */
  private readonly closed = new Set<string>();

  constructor(private readonly credentials: Credentials) {}

  record(exchange: Exchange): void {
    const { testCase, judgement } = exchange;
    const id = testCase.operation?.operationId;
    const status = responseOf(exchange)?.status ?? 0;
    if (id === undefined) return;
    if (judgement.expected === 'refusal') {
      const isByCredentials = BY_CREDENTIALS.includes(judgement.kind);
      if (isByCredentials && (status === 401 || status === 403)) this.closed.add(id);
    } else if (hasSuccess(exchange) && this.closed.has(id)) {
      for (const name of this.credentials.sentIn(testCase.request)) this.taken.add(name);
    }
  }

  /** False for a finding that presumes valid credentials if nothing shows that they are valid. */
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

  get notices(): string[] {
    return [...this.doubted].map(
      (name) =>
        `No request with the token as ${name} was taken, but 401 sent; if the token is meant for ${name}, say so with --token ${name}=TOKEN`,
    );
  }
}
