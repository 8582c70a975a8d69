import { responseKeyFor } from '../contract';
import { asObject, childPointer, type LoadedContract, type Operation } from '../generate/index';
import { type Exchange, responseOf } from './exchange';
import type { CoveredPart, OperationResult, Results } from './results';
import type { Covered } from './test-case';

type Counts = Record<string, number>;

interface OperationCount {
  readonly operation: Operation;
  requests: number;
  readonly statuses: Counts;
  exercised: boolean;
}

interface PartCount {
  readonly operationId: string;
  readonly kind: CoveredPart['kind'];
  readonly pointer: string;
  readonly name: string;
  valid: number;
  invalid: number;
}

/** Counts what exchanges exercised. */
export class Tally {
  readonly judged = { acceptance: 0, refusal: 0, open: 0 };
  requests = 0;
  private readonly byId = new Map<string, OperationCount>();
  private readonly parts = new Map<string, PartCount>();

  constructor({ operations }: Pick<LoadedContract, 'operations'>) {
    for (const operation of operations) {
      const count = { operation, requests: 0, statuses: {}, exercised: false };
      this.byId.set(operation.operationId, count);
    }
  }

  count(exchange: Exchange): void {
    const { testCase, judgement } = exchange;
    const status = responseOf(exchange)?.status;
    this.requests++;
    this.judged[judgement.expected]++;
    const operation = testCase.operation && this.byId.get(testCase.operation.operationId);
    if (operation === undefined) return;
    operation.requests++;
    const name = status === undefined ? 'none' : String(status);
    operation.statuses[name] = (operation.statuses[name] ?? 0) + 1;
    if (judgement.expected === 'acceptance' && isSuccess(operation.operation, status)) {
      operation.exercised = true;
    }
    for (const covered of testCase.covers) this.countPart(operation.operation, covered, judgement);
  }

  private countPart(
    { operationId }: Operation,
    { pointer, keyword, valid }: Covered,
    { expected }: Exchange['judgement'],
  ): void {
    // What reads otherwise as it is sent shows neither.
    if (expected === 'open' || (expected === 'acceptance') !== valid) return;
    const kind = KINDS[keyword] ?? 'keyword';
    const key = `${operationId} ${kind} ${pointer}`;
    const part = this.parts.get(key) ?? {
      operationId,
      kind,
      pointer,
      name: keyword,
      valid: 0,
      invalid: 0,
    };
    this.parts.set(key, part);
    if (valid) part.valid++;
    else part.invalid++;
  }

  /** False for an operation all of whose valid requests were refused, or failed. */
  isExercised(operationId: string): boolean {
    return this.byId.get(operationId)?.exercised ?? false;
  }

  get operations(): OperationResult[] {
    return [...this.byId.values()].map(({ operation, requests, statuses, exercised }) => {
      const { operationId, method, path, pointer } = operation;
      return { operationId, method, path, pointer, requests, statuses, exercised };
    });
  }

  get coverage(): Results['coverage'] {
    return [...[...this.byId.values()].flatMap(statusParts), ...this.parts.values()];
  }
}

/** A redirection that the document does not state leads somewhere else. */
function isSuccess({ value }: Operation, status = 0): boolean {
  if (status >= 300 && status < 400) {
    return responseKeyFor(asObject(value.responses), status) !== undefined;
  }
  return status >= 200 && status < 300;
}

/** The statuses that the document lists for an operation, ranges and `default` among them. */
function statusParts({ operation, statuses }: OperationCount): CoveredPart[] {
  const responses = asObject(operation.value.responses);
  const keys = Object.keys(responses).filter((key) => !key.startsWith('x-'));
  const listed = new Map(keys.map((key) => [key, 0]));
  for (const [status, count] of Object.entries(statuses)) {
    const key = responseKeyFor(responses, Number(status));
    if (key !== undefined) listed.set(key, (listed.get(key) ?? 0) + count);
  }
  return [...listed].map(([name, valid]) => ({
    operationId: operation.operationId,
    kind: 'status',
    pointer: childPointer(operation.pointer, 'responses', name),
    name,
    valid,
    invalid: 0,
  }));
}

const KINDS: Readonly<Record<string, CoveredPart['kind']>> = {
  parameter: 'parameter',
  'media type': 'media type',
  security: 'security',
};
