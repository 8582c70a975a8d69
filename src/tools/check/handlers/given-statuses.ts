import {
  type CompiledOperation,
  documentedStatus,
  failureKinds,
  type FailureKind,
  responseKeyFor,
} from 'openapi-trellis/tools';
import type { GivenFailure, HandlerModule } from './handler-module';

/** A response on which document and code disagree. */
interface StatusNote {
  /** The status key in the document, or the natural status of a failure. */
  readonly status: string;
  readonly note: string;
}

/** Documented statuses that no code returns, and undocumented failures. */
export function statusNotes(
  operation: CompiledOperation,
  { statuses, failures }: HandlerModule,
): StatusNote[] {
  const unnamed = failures.filter(({ status }) => !responseKeyFor(operation.responses, status));
  const notes = distinct(unnamed).map((failure) => ({
    status: String(failure.status),
    note: sentAs(operation, failure),
  }));
  if (statuses === undefined) return notes;
  const kinds = [...ownKinds(operation), ...failures.map(kindOf)];
  const given = [...statuses, ...kinds.map((kind) => documentedStatus(operation, kind))];
  const keys = new Set(given.map((status) => responseKeyFor(operation.responses, status)));
  const idle = Object.keys(operation.responses).filter((key) => !keys.has(key));
  return [...notes, ...idle.map((status) => ({ status, note: IDLE }))];
}

const IDLE = 'documented, and given neither by the handler nor by the contract layer';

function sentAs(operation: CompiledOperation, failure: GivenFailure): string {
  const sent = documentedStatus(operation, kindOf(failure));
  return sent === failure.status
    ? `the failure ${failure.number} is in no response of the document`
    : `the failure ${failure.number} is sent with ${sent}, since the document has no ${failure.status}`;
}

function kindOf({ status, number }: GivenFailure): FailureKind {
  return { status, number, description: '' };
}

/** The failures with which the contract layer itself may reject a request to the operation. */
function ownKinds({ parameters, requestBody, security }: CompiledOperation): FailureKind[] {
  const k = failureKinds;
  const scopes = security.flatMap((requirement) => Object.values(requirement)).flat();
  return [
    ...[k.notAcceptable, k.requestTimeout, k.expectationFailed],
    ...[k.internal, k.notImplemented, k.unavailable],
    ...(parameters.length > 0 ? [k.invalidParameter] : []),
    ...(security.length > 0 ? [k.missingCredentials, k.invalidCredentials] : []),
    ...(scopes.length > 0 ? [k.forbidden] : []),
    ...(requestBody === undefined
      ? []
      : [k.malformedBody, k.missingBody, k.invalidBody, k.bodyTooLarge, k.unsupportedMediaType]),
  ];
}

function distinct(failures: readonly GivenFailure[]): GivenFailure[] {
  return [...new Map(failures.map((each) => [each.number, each])).values()];
}
