import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Failure, RequestFault } from '../failure';
import { pointerKeys } from '../json/json-values';

/** The facts that fill in an error body. */
export interface ErrorFacts {
  readonly failure: Failure;
  /** The status that is sent. */
  readonly status: number;
  /** Absent for a request without an operation. */
  readonly operation?: FailedOperation | undefined;
  /** The faults that this part of the body describes, at least one. */
  readonly faults: readonly RequestFault[];
}

/** The description of an operation in error bodies. */
export interface FailedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

type Detail = (facts: ErrorFacts) => unknown;

/**
 * The details of a failure that error bodies may hold, by name; each returns undefined where it does not apply.
 *
 * @example
 * ```ts
 * import { errorDetails, type ErrorDetail } from 'openapi-trellis/contract';
 *
 * export const names = Object.keys(errorDetails) as ErrorDetail[];
 * ```
 */
export const errorDetails = {
  message: ({ faults, failure }) => faults[0]?.message ?? failure.message,
  summary: ({ failure }) => failure.kind.description,
  number: ({ failure }) => failure.number,
  numberText: ({ failure }) => String(failure.number),
  status: ({ status }) => status,
  statusText: ({ status }) => String(status),
  /** @see https://www.rfc-editor.org/rfc/rfc9110#section-15 */
  phrase: ({ status }) => STATUS_CODES[status] ?? 'Error',
  /** The phrase of the natural status as a word, such as `bad_request`. */
  name: ({ failure }) =>
    (STATUS_CODES[failure.kind.status] ?? 'error').toLowerCase().replace(/\W+/g, '_'),
  time: () => new Date().toISOString(),
  date: () => new Date().toISOString().slice(0, 10),
  milliseconds: () => Date.now(),
  seconds: () => Math.floor(Date.now() / 1000),
  uuid: () => randomUUID(),
  urn: () => `urn:uuid:${randomUUID()}`,
  method: ({ operation }) => operation?.method,
  path: ({ operation }) => operation?.path,
  pointer: ({ faults: [fault] }) => (fault?.in === 'body' ? fault.pointer : undefined),
  property: ({ faults: [fault] }) => propertyOf(fault),
  parameter: ({ faults: [fault] }) => (isParameter(fault) ? fault?.name : undefined),
  header: ({ faults: [fault] }) => (fault?.in === 'header' ? fault.name : undefined),
  location: ({ faults: [fault] }) => fault?.in,
  /** The problem type that carries no meaning. @see https://www.rfc-editor.org/rfc/rfc9457#section-4.2.1 */
  blankType: () => 'about:blank',
  yes: () => true,
  no: () => false,
  place: ({ faults: [fault] }) => fault && placeOf(fault),
  placeTexts: ({ faults: [fault] }) => fault && placeOf(fault)?.map(String),
} as const satisfies Record<string, Detail>;

/** The name of a detail that an error body may hold of a failure. */
export type ErrorDetail = keyof typeof errorDetails;

/** Details whose value changes with each response. */
export const momentaryDetails: ReadonlySet<ErrorDetail> = new Set([
  'time',
  'date',
  'milliseconds',
  'seconds',
  'uuid',
  'urn',
] as const);

/** The name of a parameter, or of a property of the body with dots between the levels. */
export function propertyOf(fault: RequestFault | undefined): string | undefined {
  if (fault?.in !== 'body') return fault?.name;
  const keys = bodyKeys(fault);
  return keys.length === 0 ? undefined : keys.join('.');
}

function isParameter(fault: RequestFault | undefined): boolean {
  return fault?.in === 'query' || fault?.in === 'path' || fault?.in === 'cookie';
}

/** Such as `['body', 'tags', 0]`. */
function placeOf(fault: RequestFault): (string | number)[] | undefined {
  if (fault.in === undefined) return undefined;
  const keys = fault.in === 'body' ? bodyKeys(fault) : [fault.name ?? ''];
  return [fault.in, ...keys.map((key) => (/^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key))];
}

function bodyKeys({ pointer = '', missing }: RequestFault): string[] {
  const keys = pointerKeys(pointer);
  return missing === undefined ? keys : [...keys, missing];
}
