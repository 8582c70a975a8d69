import { responseKeyFor } from 'openapi-trellis/tools';
import { asObject } from '../document';
import {
  answers,
  noServerError,
  type Check,
  type Violation,
  speaksOfState,
  checksOfForm,
  type Among,
  type Exchange,
  hasSuccess,
  type Judgement,
  type ExchangeOutcome,
  responseOf,
  type TestCase,
  NoVerdicts,
  reasons,
  isSameRefusal,
} from '../judge';
import { AcceptedInvalid } from './accepted-invalid';
import { OperationCases } from './cases/operation-cases';
import { type Broken, Findings, groupOf } from './findings';
import type { RunContext } from './options';
import { inParallel, ReadWriteLock } from './scheduling';
import { noteItems } from './stateful/noted-items';
import { type Suspicion, Suspicions } from './suspicions';

interface Examined {
  readonly exchange: Exchange;
  readonly broken: readonly Broken[];
}

/** How often a case is repeated with other values before its outcome counts. */
const CONFIRMATIONS = 3;

/** Sends test cases, judges them, and collects violations. */
export class Run {
  readonly findings = new Findings();
  readonly noVerdicts = new NoVerdicts();
  /** Violations that could not be tried again before the run was over. */
  readonly unsure: Broken[] = [];
  /** The operationIds of operations that could not be tested for a time. */
  readonly unavailable = new Set<string>();
  /** Operations and statuses that a condition or a range asked for, such as `getBook 304`. */
  readonly asked = new Set<string>();
  private readonly lock = new ReadWriteLock();
  private readonly suspicions = new Suspicions();
  private readonly disappearance = new Disappearance();
  private readonly acceptedInvalid = new AcceptedInvalid();

  /** Start of the run, in milliseconds since 1970. */
  readonly startedAt = Date.now();

  constructor(readonly context: RunContext) {}

  /**
   * Sends a request and judges it as it was sent.
   *
   * @returns the exchange and the rules it breaks
   */
  exchange(testCase: TestCase): Promise<Examined> {
    return this.lock.shared(() => this.sent(testCase));
  }

  private async sent(testCase: TestCase): Promise<Examined> {
    const judgement = await this.judgement(testCase);
    await this.context.budget.take();
    const sent = await this.context.sender.send(testCase.request);
    const exchange = { testCase, judgement, ...sent };
    this.disappearance.note(exchange);
    if (sent.outcome.kind === 'away') this.context.budget.stop('service gone');
    return this.examined(exchange);
  }

  /** Judges a recorded exchange, and keeps violations that need no second try. */
  async judge(testCase: TestCase, outcome: ExchangeOutcome): Promise<void> {
    const judgement = await this.judgement(testCase);
    const recorded = { testCase, judgement, outcome, sentAt: Date.now(), durationMs: 0 };
    const { exchange, broken } = await this.examined(recorded);
    for (const each of broken) {
      if (each.check.confirm === undefined) this.findings.add([exchange], each);
    }
  }

  /** The answer that the document requires to a request. */
  judgement({ request }: Pick<TestCase, 'request'>): Promise<Judgement> {
    const target = this.context.paths.documentTarget(request);
    return this.context.judge.judge({ ...request, target });
  }

  private async examined(exchange: Exchange): Promise<Examined> {
    const { judgement } = exchange;
    if (judgement.expected === 'open') this.noVerdicts.note(exchange, judgement.reason);
    this.context.tally.count(exchange);
    this.suspicions.note(exchange);
    this.findings.record(exchange, this.context.document.loaded.document);
    this.context.taken.record(exchange);
    this.context.ended.record(exchange);
    noteItems(this.context.items, exchange);
    this.context.options.onExchange?.(exchange);
    return { exchange, broken: await this.examine(exchange) };
  }

  /** Sends a test case and keeps its violations once they are confirmed. */
  async test(testCase: TestCase): Promise<Exchange> {
    const { exchange, broken } = await this.exchange(testCase);
    for (const each of broken) {
      if (this.findings.has(exchange, each)) continue;
      // Other requests in flight may show the same violation.
      this.findings.markReported(exchange, each);
      if (this.suspicions.waits(exchange, each)) continue;
      await this.keepIfSure({ exchange, broken: each });
    }
    for (const earlier of this.suspicions.ready(testCase)) await this.keepIfSure(earlier);
    return exchange;
  }

  /** Tries the waiting cases, whose operations never accepted values to combine them with. */
  async tryWaiting(): Promise<void> {
    const { left } = this.suspicions;
    await inParallel(
      left,
      this.context.options.parallel,
      () => false,
      (each) => this.keepIfSure(each),
    );
    await this.findCauses();
  }

  private async keepIfSure({ exchange, broken }: Suspicion): Promise<void> {
    const { repeats } = exchange.testCase;
    const shown = repeats === undefined ? [exchange] : [repeats, exchange];
    if (await this.isSure(exchange, broken)) this.findings.add(shown, broken);
  }

  /** True for a violation that recurs, with other values each time if the state of the service may matter. */
  async isSure(exchange: Exchange, broken: Broken): Promise<boolean> {
    const reason = await this.doubt(exchange, broken);
    if (reason !== undefined) this.noVerdicts.note(exchange, reason);
    if (reason === reasons.runOver) this.unsure.push(broken);
    return reason === undefined;
  }

  /** Why a violation that was seen once is no proof; undefined if it is. */
  private async doubt(exchange: Exchange, { check }: Broken): Promise<string | undefined> {
    const { testCase, outcome } = exchange;
    if (check === noServerError && (await this.isUnavailable(exchange))) return reasons.unavailable;
    if (await this.haveCredentialsEnded(exchange)) return reasons.endedCredentials;
    if (check.confirm === undefined) return undefined;
    // A request that ends the service also cuts off concurrent ones.
    if (outcome.kind === 'closed' && this.context.budget.end() === undefined) {
      return (await this.breaksAlone(check, testCase)) ? undefined : reasons.notAgain;
    }
    if (check.confirm === 'same request') return this.doubtAmong(exchange, check, [testCase]);
    const place = await this.placeFor(exchange);
    if ('reason' in place) return place.reason;
    for (const each of testCase.inOrder?.() ?? []) {
      const { exchange: tried } = await this.exchange(each);
      const isConflict = responseOf(tried)?.status === 409;
      if (isConflict || hasSuccess(tried)) return reasons.acceptedOtherwise;
    }
    return this.doubtAmong(exchange, check, [place.testCase, ...this.variations(testCase)]);
  }

  /** Why a violation is no proof; undefined if each of the cases breaks the rule again. */
  private async doubtAmong(
    exchange: Exchange,
    check: Check,
    cases: readonly (TestCase | undefined)[],
  ): Promise<string | undefined> {
    const again = cases.filter((each) => each !== undefined);
    for (const each of again) {
      if (this.context.budget.end() !== undefined) return reasons.runOver;
      const tried = await this.exchange(each);
      const isVaried = check.confirm === 'other values';
      if (!tried.broken.some((found) => found.check === check)) {
        return isVaried ? reasons.acceptedOtherwise : reasons.notAgain;
      }
      if (isVaried && !isSameRefusal(exchange, tried.exchange)) return reasons.refusedOtherwise;
    }
    return again.length > 0 ? undefined : reasons.noOthers;
  }

  /** The case combined with accepted values, provided that an ordinary value is accepted in its place. */
  private async placeFor(
    refused: Exchange,
  ): Promise<{ readonly testCase: TestCase | undefined } | { readonly reason: string }> {
    const { testCase } = refused;
    const response = responseOf(refused);
    if (response !== undefined && speaksOfState(response)) return { reason: reasons.ofState };
    if (testCase.names === 'another' || (await this.isOfUnknownId(testCase))) {
      return { reason: reasons.refers };
    }
    const accepted = this.suspicions.valuesLike(testCase);
    const among = (how?: Among): TestCase | undefined =>
      accepted && testCase.among?.(accepted, how);
    // First with new ids, then with the accepted ones.
    for (const ids of [{ vary: 'beside' }, {}]) {
      const ordinary = among({ ...ids, value: 'ordinary' });
      if (ordinary === undefined || !(await this.isAccepted(ordinary))) continue;
      const isOfId = testCase.names === 'itself';
      if (isOfId && (await this.mayBeInUse(refused, ids, among))) return { reason: reasons.taken };
      return { testCase: among(ids) };
    }
    return testCase.names === undefined ? { testCase: among() } : { reason: reasons.untried };
  }

  /**
   * True if the same request is accepted with the ids of known items, and an id that names nothing may be the reason
   * for the refusal, since the document states no 404 for it.
   */
  private async isOfUnknownId(testCase: TestCase): Promise<boolean> {
    const { operation, values, request } = testCase;
    const isStated = responseKeyFor(asObject(operation?.value.responses), 404) !== undefined;
    if (operation === undefined || values === undefined || isStated) return false;
    const parameters = values.parameters.map((given) => {
      const isId = given.parameter.value.in === 'path';
      const known = isId ? this.context.known(operation, given.parameter) : undefined;
      return known === undefined ? given : { ...given, value: known };
    });
    const known = { ...values, parameters };
    const other = new OperationCases(this.context, operation).request(known);
    if (other.target === request.target) return false;
    return this.isAccepted({ ...testCase, request: other, values: known });
  }

  /** True if an id in use is refused in the same way, and another id of the same form is accepted. */
  private async mayBeInUse(
    refused: Exchange,
    ids: Among,
    among: (how: Among) => TestCase | undefined,
  ): Promise<boolean> {
    const inUse = among({ ...ids, value: 'ordinary', isOther: true });
    if (inUse === undefined) return true;
    const { exchange } = await this.exchange(inUse);
    const [status, other] = [exchange, refused].map((each) => responseOf(each)?.status);
    if (status !== other || !isSameRefusal(refused, exchange)) return false;
    const alike = among({ vary: 'alike', value: 'alike' });
    return alike === undefined || this.isAccepted(alike);
  }

  private async isAccepted(testCase: TestCase): Promise<boolean> {
    return hasSuccess((await this.exchange(testCase)).exchange);
  }

  /**
   * True if the service also answers 503 to requests it accepted before, for example during maintenance.
   *
   * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4
   */
  private async isUnavailable(exchange: Exchange): Promise<boolean> {
    const { testCase } = exchange;
    if (responseOf(exchange)?.status !== 503) return false;
    for (const accepted of this.suspicions.acceptedLike(testCase)) {
      if (this.context.budget.end() !== undefined) return false;
      const again = await this.exchange(accepted);
      if (responseOf(again.exchange)?.status !== 503) continue;
      this.unavailable.add(testCase.operation?.operationId ?? '');
      return true;
    }
    return false;
  }

  private haveCredentialsEnded(exchange: Exchange): Promise<boolean> {
    const send = async (testCase: TestCase): Promise<Exchange> =>
      (await this.exchange(testCase)).exchange;
    return this.context.ended.verifyExpired(exchange, send);
  }

  /** Repeats failed valid requests with accepted values: a part accepted there is not the cause. */
  async findCauses(): Promise<void> {
    for (const found of this.findings.inDoubt) {
      const [last] = found.finding.exchanges.slice(-1);
      if (last === undefined) continue;
      const { testCase } = last;
      if (!this.suspicions.hasAccepted(testCase)) found.isCause = false;
      const accepted = this.suspicions.valuesLike(testCase);
      const among = accepted && testCase.among?.(accepted, { vary: 'cause' });
      if (among === undefined || this.context.budget.end() !== undefined) continue;
      const { exchange, broken } = await this.exchange(among);
      found.isCause = broken.some((each) => groupOf(exchange, each) === found.group);
    }
  }

  private variations(testCase: TestCase): (TestCase | undefined)[] {
    return Array.from({ length: CONFIRMATIONS }, (_, times) => testCase.again?.(`again ${times}`));
  }

  /** Adds a finding if the service is gone, and drops those of a body that came before its cause was known. */
  conclude(): void {
    this.findings.drop(
      (exchange, { check, violation }) =>
        this.acceptedInvalid.doubt(exchange, check, violation) !== undefined,
    );
    const { away } = this.disappearance;
    if (away === undefined || !this.context.checks.includes(answers)) return;
    const { exchanges, violation } = this.disappearance.found(away);
    this.findings.add(exchanges, { check: answers, violation });
  }

  private async breaksAlone(check: Check, testCase: TestCase): Promise<boolean> {
    const { broken } = await this.lock.exclusive(() => this.sent(testCase));
    return broken.some((each) => each.check === check);
  }

  private async examine(exchange: Exchange): Promise<readonly Broken[]> {
    const { checks, document } = this.context;
    this.acceptedInvalid.record(exchange);
    const broken: Broken[] = [];
    const doubts = new Set<string>();
    for (const check of checks) {
      const examined = check.examine?.(exchange, document) ?? [];
      const violations = examined instanceof Promise ? await examined : examined;
      for (const violation of violations) {
        const doubt = violation.noVerdict ?? this.acceptedInvalid.doubt(exchange, check, violation);
        if (doubt === undefined) broken.push({ check, violation });
        else doubts.add(doubt);
      }
    }
    for (const reason of doubts) this.noVerdicts.note(exchange, reason);
    const hasFailed = broken.some(({ check }) => check === noServerError);
    return hasFailed ? broken.filter(({ check }) => !checksOfForm.includes(check)) : broken;
  }
}

/** Records the requests in flight when a service stopped accepting connections. */
class Disappearance {
  /** Requests that the service may have received, since its last response. */
  private readonly unanswered = new Set<Exchange>();
  /** A request that could not be sent because the service is gone; undefined while it is reachable. */
  away: Exchange | undefined;

  note(exchange: Exchange): void {
    const { outcome } = exchange;
    if (outcome.kind === 'away') this.away ??= exchange;
    if (responseOf(exchange) !== undefined) this.unanswered.clear();
    else if (outcome.kind !== 'away' || outcome.mayBeSent) this.unanswered.add(exchange);
  }

  /** Describes the disappearance. @param away a request that could not be sent */
  found(away: Exchange): { exchanges: readonly Exchange[]; violation: Violation } {
    const all = [...this.unanswered];
    const exchanges = all.length > 0 ? all : [away];
    const message = `the service refuses connections${circumstances(all.length)}`;
    return { exchanges, violation: { message, pointer: '/paths', ofAll: true } };
  }
}

function circumstances(count: number): string {
  if (count === 0) return '; it answered every earlier request';
  if (count === 1) return ' since it got this request';
  return ` since it got one of these ${count} requests; with --parallel 1 it is seen which`;
}
