import type { CompiledContract, CompiledOperation } from './compiled-contract';
import { isMomentary } from './error-body/error-template';
import type { Failure, FailureDetails } from './failure';
import type { TextResponse } from './http-message';

/** The response for a failure, and its parts that the document does not state. */
export interface EncodedFailure {
  readonly response: TextResponse;
  readonly gaps: readonly Gap[];
}

export interface Gap {
  /** Absent for the error response that all operations share. */
  readonly operation: CompiledOperation | undefined;
  readonly message: string;
}

/** The most responses kept, for all operations together: clients choose the faults of their requests. */
const MAX_RESPONSES = 500;

/** The longest failure with its response that is kept, in UTF-16 code units. */
const MAX_LENGTH = 2_000;

interface Entry {
  /** The failure for which the response was made. */
  readonly failure: Failure;
  readonly encoded: EncodedFailure;
}

/** A bounded cache of the responses for failures. */
export class FailureCache {
  /** By operation and message. */
  private entries = new Map<CompiledOperation | undefined, Map<string, Entry>>();
  private size = 0;

  /** @returns undefined where responses vary: bodies hold the time or a UUID, or a function makes them */
  static of({
    contract,
    errorBody,
  }: {
    readonly contract: Pick<CompiledContract, 'errorBodies'>;
    readonly errorBody?: unknown;
  }): FailureCache | undefined {
    const isOther =
      errorBody !== undefined ||
      contract.errorBodies.some(({ templates }) => templates.some(isMomentary));
    return isOther ? undefined : new FailureCache();
  }

  get(operation: CompiledOperation | undefined, failure: Failure): EncodedFailure | undefined {
    const entry = this.entries.get(operation)?.get(failure.message);
    if (entry === undefined || !isSame(entry.failure, failure)) return undefined;
    return entry.encoded;
  }

  set(operation: CompiledOperation | undefined, failure: Failure, encoded: EncodedFailure): void {
    if (lengthOf(failure, encoded) > MAX_LENGTH) return;
    if (this.size >= MAX_RESPONSES) {
      this.entries = new Map();
      this.size = 0;
    }
    const entries = this.entries.get(operation) ?? new Map<string, Entry>();
    this.entries.set(operation, entries.set(failure.message, { failure, encoded }));
    this.size++;
  }
}

function lengthOf({ message, details }: Failure, { response }: EncodedFailure): number {
  const { headers = {}, faults = [] } = details;
  const members: readonly unknown[] = [headers, ...faults].flatMap((each) =>
    Object.values<unknown>({ ...each }),
  );
  const texts = [message, response.body ?? '', ...members];
  return texts.reduce<number>((sum, text) => sum + String(text).length, 0);
}

/** True for failures, of the same message, that are equal in everything else too. */
function isSame(a: Failure, b: Failure): boolean {
  return a === b || (a.kind === b.kind && haveSameDetails(a.details, b.details));
}

function haveSameDetails(a: FailureDetails, b: FailureDetails): boolean {
  const { faults = [] } = a;
  const { faults: others = [] } = b;
  return (
    faults.length === others.length &&
    faults.every((fault, index) => haveSameMembers({ ...fault }, { ...others[index] })) &&
    haveSameMembers(a.headers, b.headers)
  );
}

type Members = Readonly<Record<string, unknown>>;

/** True for objects with the same members in the same order. */
function haveSameMembers(a: Members | undefined, b: Members | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const names = Object.keys(a);
  const others = Object.keys(b);
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && a[name] === b[name])
  );
}
