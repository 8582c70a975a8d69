import { responseKeyFor } from 'openapi-trellis/tools';
import { asObject, childPointer, type Operation, getOrMake } from '../document';
import type { LoadedContract } from '../validators';
import {
  type Check,
  type Covered,
  type Exchange,
  type Phase,
  responseOf,
  type NoVerdict,
} from '../judge';
import type { Finding } from './finding';

/** The results of a run. */
export interface Results {
  /** `info.title` of the document. */
  readonly title: string;
  readonly version: string;
  /** The document's file, as named by the user. */
  readonly spec: string;
  /** Locates a part of the document. @param pointer JSON Pointer; @returns the file, and a line from 1 on */
  readonly placeOf: (pointer: string) => {
    readonly file: string;
    readonly line: number | undefined;
  };
  /** Address of the service. */
  readonly url: string;
  /** The checks that were made. */
  readonly checks: readonly Pick<Check, 'id' | 'rule' | 'see'>[];
  readonly seed: number;
  /** Start of the run, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly phases: readonly PhaseResult[];
  readonly operations: readonly OperationResult[];
  /** Faults of the service first, then those of the document. */
  readonly findings: readonly Finding[];
  /** Number of requests for each judgement. */
  readonly judged: { readonly acceptance: number; readonly refusal: number; readonly open: number };
  readonly coverage: readonly CoveredPart[];
  /** Requests without a verdict, and the reasons; the most frequent first. */
  readonly noVerdicts: readonly NoVerdict[];
  /** Further notes for the reader, such as operations that no valid request got a success from. */
  readonly notices: readonly string[];
}

export interface PhaseResult {
  readonly phase: Phase;
  readonly requests: number;
  readonly durationMs: number;
  readonly ended: 'complete' | 'time' | 'requests' | Interruption;
}

/** Why a run ended before everything was tested, although time and requests were left. */
export type Interruption = 'interrupted' | 'service gone' | 'credentials ended';

export interface OperationResult {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** JSON Pointer of the operation. */
  readonly pointer: string;
  readonly requests: number;
  /** Total time from each request to its response. */
  readonly durationMs: number;
  /** Number of responses by status; `none` counts requests without a response. */
  readonly statuses: Readonly<Record<string, number>>;
  /** False if no valid request ever got a successful response. */
  readonly exercised: boolean;
}

/** A part of the document, and how often requests or responses used it. */
export interface CoveredPart {
  readonly operationId: string;
  readonly kind: 'status' | 'media type' | 'parameter' | 'keyword' | 'security' | 'header';
  /** JSON Pointer into the document. */
  readonly pointer: string;
  /** Name for a reader: `201`, `application/json`, `query limit`, `maxLength`. */
  readonly name: string;
  /** Number of requests, or responses, that comply with it. */
  readonly valid: number;
  /** Number of requests that violate it; 0 if none can. */
  readonly invalid: number;
  /** True if no request can violate it: a status, or a part that only responses have. */
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

type PartCount = Omit<CoveredPart, 'valid' | 'invalid'> & { valid: number; invalid: number };

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
    // A request that reads otherwise once written covers neither.
    if (expected === 'open' || (expected === 'acceptance') !== valid) return;
    const kind = KINDS[keyword] ?? 'keyword';
    const key = `${operationId} ${kind} ${pointer}`;
    const part = getOrMake(this.parts, key, () => {
      return { operationId, kind, pointer, name: keyword, valid: 0, invalid: 0 };
    });
    if (valid) part.valid++;
    else part.invalid++;
  }

  /** False for an operation none of whose valid requests succeeded. */
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

/** A redirection that the document does not state is no success. */
function isSuccess({ value }: Operation, status = 0): boolean {
  if (status >= 300 && status < 400) {
    return responseKeyFor(asObject(value.responses), status) !== undefined;
  }
  return status >= 200 && status < 300;
}

/** The statuses that the document lists for an operation, including ranges and `default`. */
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
