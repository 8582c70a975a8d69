import { responseKeyFor } from '../contract';
import { asObject, childPointer, type LoadedContract, type Operation } from '../generate/index';
import type { Check } from './checks/check';
import { type Covered, type Exchange, type Phase, responseOf } from './exchange';
import type { Finding } from './finding';
import type { NoVerdict } from './no-verdicts';

/** The results of a run. */
export interface Results {
  /** Of the document: `info.title` and `info.version`. */
  readonly title: string;
  readonly version: string;
  /** The document's file, as it was named. */
  readonly spec: string;
  /** Where a part of the document stands. @param pointer JSON Pointer; @returns a line from 1 on */
  readonly placeOf: (pointer: string) => {
    readonly file: string;
    readonly line: number | undefined;
  };
  /** Of the service. */
  readonly url: string;
  /** The checks that were made. */
  readonly checks: readonly Pick<Check, 'id' | 'rule' | 'see'>[];
  readonly seed: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly phases: readonly PhaseResult[];
  readonly operations: readonly OperationResult[];
  /** Faults of the service first, then those of the document. */
  readonly findings: readonly Finding[];
  /** Requests by the judgement of them. */
  readonly judged: { readonly acceptance: number; readonly refusal: number; readonly open: number };
  readonly coverage: readonly CoveredPart[];
  /** What got no verdict, and why; the most frequent first. */
  readonly noVerdicts: readonly NoVerdict[];
  /** What a reader should know beside: operations that no valid input reached, hooks that failed. */
  readonly notices: readonly string[];
}

export interface PhaseResult {
  readonly phase: Phase;
  readonly requests: number;
  readonly durationMs: number;
  /** Why it ended. */
  readonly ended: 'complete' | 'time' | 'requests' | Interruption;
}

/** Why a run ended before all was tested, though it had time and requests left. */
export type Interruption = 'interrupted' | 'service gone' | 'credentials ended';

export interface OperationResult {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** JSON Pointer of the operation. */
  readonly pointer: string;
  readonly requests: number;
  /** From each request to its response, together. */
  readonly durationMs: number;
  /** How often each status came, by its number; `none` where no response came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** False when a valid request never got a successful response. */
  readonly exercised: boolean;
}

/** A part of the document, and how often requests or responses exercised it. */
export interface CoveredPart {
  readonly operationId: string;
  readonly kind: 'status' | 'media type' | 'parameter' | 'keyword' | 'security' | 'header';
  /** JSON Pointer into the document. */
  readonly pointer: string;
  /** For a reader: `201`, `application/json`, `query limit`, `maxLength`. */
  readonly name: string;
  /** Requests, or responses, that keep it. */
  readonly valid: number;
  /** Requests that break it; 0 where nothing can. */
  readonly invalid: number;
  /** Nothing can break it, such as a status or what only responses have. */
  readonly unbreakable?: true;
}

type Counts = Record<string, number>;

interface OperationCount {
  readonly operation: Operation;
  requests: number;
  durationMs: number;
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

export class Tally {
  readonly judged = { acceptance: 0, refusal: 0, open: 0 };
  requests = 0;
  private readonly byId = new Map<string, OperationCount>();
  private readonly parts = new Map<string, PartCount>();

  constructor({ operations }: Pick<LoadedContract, 'operations'>) {
    for (const operation of operations) {
      const count = { operation, requests: 0, durationMs: 0, statuses: {}, exercised: false };
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
    operation.durationMs += exchange.durationMs;
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
    return [...this.byId.values()].map(({ operation, ...counts }) => {
      const { operationId, method, path, pointer } = operation;
      return { operationId, method, path, pointer, ...counts };
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
