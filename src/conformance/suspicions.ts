import type { OperationValues } from '../samples/requests/operation-request';
import { type Exchange, isAccepted, type TestCase } from './exchange';
import type { Broken } from './findings';

/** A rule that an exchange breaks, as long as nothing shows that it does so for what it is about. */
export interface Suspicion {
  readonly exchange: Exchange;
  readonly broken: Broken;
}

/** Some operations go on while others are not available. */
const MOST_EXAMPLES = 5;

/** Keeps what each operation accepts, and what waits until it has accepted something. */
export class Suspicions {
  /** By operation and media type of the body. */
  private readonly accepted = new Map<string, OperationValues>();
  /** By operation, one that was accepted. */
  private readonly examples = new Map<string, TestCase>();
  private readonly waiting = new Map<string, Suspicion[]>();

  note(exchange: Exchange): void {
    const { testCase } = exchange;
    const { operation, values } = testCase;
    if (!isAccepted(exchange) || operation === undefined || values === undefined) return;
    this.examples.set(operation.operationId, testCase);
    const key = formOf(testCase);
    if (!this.accepted.has(key)) this.accepted.set(key, values);
  }

  /** Requests that were accepted before: one of the same operation, or some with the same method. */
  acceptedLike({ request, operation }: TestCase): readonly TestCase[] {
    const own = this.examples.get(operation?.operationId ?? '');
    if (own !== undefined) return [own];
    const isAlike = (each: TestCase): boolean => each.request.method === request.method;
    return [...this.examples.values()].filter(isAlike).slice(0, MOST_EXAMPLES);
  }

  hasAccepted({ operation }: TestCase): boolean {
    return this.examples.has(operation?.operationId ?? '');
  }

  /** What need not wait any longer. */
  ready(testCase: TestCase): readonly Suspicion[] {
    const key = formOf(testCase);
    const waiting = this.waiting.get(key) ?? [];
    if (!this.accepted.has(key)) return [];
    this.waiting.delete(key);
    return waiting;
  }

  /** True where it has to wait. */
  waits(exchange: Exchange, broken: Broken): boolean {
    const { operation, among } = exchange.testCase;
    const isByValues = broken.check.confirm === 'other values';
    if (operation === undefined || among === undefined || !isByValues) return false;
    const key = formOf(exchange.testCase);
    if (this.accepted.has(key)) return false;
    const waiting = this.waiting.get(key) ?? [];
    this.waiting.set(key, [...waiting, { exchange, broken }]);
    return true;
  }

  /** Values that the operation accepted, with a body of the same media type; undefined where there are none. */
  valuesLike(testCase: TestCase): OperationValues | undefined {
    return this.accepted.get(formOf(testCase));
  }

  get left(): Suspicion[] {
    return [...this.waiting.values()].flat();
  }
}

function formOf({ operation, values }: TestCase): string {
  return `${operation?.operationId ?? ''} ${values?.body?.media.pointer ?? ''}`;
}
