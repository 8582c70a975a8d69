import type { OperationValues } from '../samples';
import { type Exchange, isAccepted, type TestCase } from '../judge';
import type { Broken } from './findings';
import { getOrMake } from '../document';

/** A violation that nothing yet shows to be caused by the part its request is about. */
export interface Suspicion {
  readonly exchange: Exchange;
  readonly broken: Broken;
}

/** Accepted requests that are sent again to explain a refusal, since some may work while others do not. */
export const MOST_EXAMPLES = 5;

/** Records the values each operation accepts, and violations that wait for the first accepted values. */
export class Suspicions {
  /** Accepted values by operation and media type of the body. */
  private readonly accepted = new Map<string, OperationValues>();
  /** An accepted case of each operation. */
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

  /** Accepted requests: one of the same operation, or some with the same method. */
  acceptedLike({ request, operation }: TestCase): readonly TestCase[] {
    const own = this.examples.get(operation?.operationId ?? '');
    if (own !== undefined) return [own];
    const isAlike = (each: TestCase): boolean => each.request.method === request.method;
    return [...this.examples.values()].filter(isAlike).slice(0, MOST_EXAMPLES);
  }

  hasAccepted({ operation }: TestCase): boolean {
    return this.examples.has(operation?.operationId ?? '');
  }

  /** Returns and removes the violations that need not wait any longer. */
  ready(testCase: TestCase): readonly Suspicion[] {
    const key = formOf(testCase);
    const waiting = this.waiting.get(key) ?? [];
    if (!this.accepted.has(key)) return [];
    this.waiting.delete(key);
    return waiting;
  }

  /** True if a violation has to wait; stores it. */
  waits(exchange: Exchange, broken: Broken): boolean {
    const { operation, among } = exchange.testCase;
    const isByValues = broken.check.confirm === 'other values';
    if (operation === undefined || among === undefined || !isByValues) return false;
    const key = formOf(exchange.testCase);
    if (this.accepted.has(key)) return false;
    getOrMake(this.waiting, key, () => []).push({ exchange, broken });
    return true;
  }

  /** Values that the operation accepted, with a body of the same media type; undefined if there are none. */
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
