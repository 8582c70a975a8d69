import type { OperationValues } from '../samples/requests/operation-request';
import type { Check } from './checks/check';
import { type Exchange, responseOf } from './exchange';
import type { Broken } from './findings';
import type { TestCase } from './test-case';

/** A rule that an exchange breaks, as long as nothing shows that it does so for what it is about. */
export interface Suspicion {
  readonly exchange: Exchange;
  readonly broken: Broken;
}

/** Some operations go on while others are not available. */
const MOST_EXAMPLES = 5;

/** Keeps what each operation accepts, and what waits until it has accepted something. */
export class Suspicions {
  private readonly accepted = new Map<string, OperationValues>();
  /** By operation, one that was accepted. */
  private readonly examples = new Map<string, TestCase>();
  private readonly waiting = new Map<string, Suspicion[]>();

  note(exchange: Exchange): void {
    const { testCase, judgement } = exchange;
    const { operation, values } = testCase;
    const status = responseOf(exchange)?.status ?? 0;
    const isSuccess = status >= 200 && status < 300 && judgement.expected === 'acceptance';
    if (!isSuccess || operation === undefined || values === undefined) return;
    this.examples.set(operation.operationId, testCase);
    if (!this.accepted.has(operation.operationId)) {
      this.accepted.set(operation.operationId, values);
    }
  }

  /** Requests that were accepted before: one of the same operation, or some with the same method. */
  acceptedLike({ request, operation }: TestCase): readonly TestCase[] {
    const own = this.examples.get(operation?.operationId ?? '');
    if (own !== undefined) return [own];
    const isAlike = (each: TestCase): boolean => each.request.method === request.method;
    return [...this.examples.values()].filter(isAlike).slice(0, MOST_EXAMPLES);
  }

  /** What need not wait any longer. */
  ready({ operation }: TestCase): readonly Suspicion[] {
    const operationId = operation?.operationId ?? '';
    const waiting = this.waiting.get(operationId) ?? [];
    if (!this.accepted.has(operationId)) return [];
    this.waiting.delete(operationId);
    return waiting;
  }

  /** True where it has to wait. */
  waits(exchange: Exchange, broken: Broken): boolean {
    const { operation, among } = exchange.testCase;
    if (operation === undefined || among === undefined || !isByValues(broken.check)) return false;
    const { operationId } = operation;
    if (this.accepted.has(operationId)) return false;
    const waiting = this.waiting.get(operationId) ?? [];
    this.waiting.set(operationId, [...waiting, { exchange, broken }]);
    return true;
  }

  /** The case among values that were accepted; undefined where there are none, or they do not fit. */
  among({ operation, among }: TestCase): TestCase | undefined {
    const accepted = operation && this.accepted.get(operation.operationId);
    return accepted && among?.(accepted);
  }

  /** What waits in vain. */
  get left(): Suspicion[] {
    return [...this.waiting.values()].flat();
  }
}

function isByValues({ confirm }: Check): boolean {
  return confirm === 'other values';
}
