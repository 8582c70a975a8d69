import type { CompiledOperation } from '../../contract';
import type { LineWriter } from '../log-output';
import { brokenKeyword, failureName, type SeenRequest } from './observed-request';

/** pino's `info`: failures of the service have a separate line, at `error`. */
const LEVEL = 30;

/** The fractions of JSON numbers, in thousandths. Formatting one anew takes as long as half of a line. */
const FRACTIONS = Array.from({ length: 1_000 }, (_, thousandths) =>
  String(thousandths / 1_000).slice('0'.length),
);

/**
 * Writes a line for each request: a JSON object in pino's format, built here since that takes a sixth of the time. It
 * contains no credentials, queries or bodies, and of the path only the template; text chosen by a client is checked
 * (observed-request.ts) or escaped.
 */
export class RequestLog {
  /** The text shared by requests of an operation with the same status. */
  private readonly kindParts = new Map<CompiledOperation, Map<number, string>>();
  /** The text shared by requests of the same millisecond. */
  private startPart = '';
  private startedAt = NaN;

  constructor(private readonly lines: LineWriter) {}

  write(request: SeenRequest): void {
    const { requestId, principal, failure, trace, contentBytes, durationMs } = request;
    let line = `${this.start()}${requestId}${this.kindPart(request)}${inThousandths(durationMs)}`;
    if (contentBytes !== undefined) line += `,"bytes":${contentBytes}`;
    if (principal?.name !== undefined) {
      line += `,"principal":${JSON.stringify(principal.name)}`;
      const { credentialId } = principal;
      if (credentialId !== undefined) line += `,"credentialId":${JSON.stringify(credentialId)}`;
    }
    if (failure !== undefined) line += failurePart(failure);
    if (!request.isComplete) line += ',"aborted":true';
    // The names that OpenTelemetry defines for logs in other formats.
    if (trace !== undefined) line += `,"trace_id":"${trace.traceId}","span_id":"${trace.spanId}"`;
    this.lines.writeSoon(`${line},"msg":"request"}\n`);
  }

  private start(): string {
    const now = Date.now();
    if (now !== this.startedAt) {
      this.startedAt = now;
      this.startPart = `{"level":${LEVEL},"time":${now},"requestId":"`;
    }
    return this.startPart;
  }

  private kindPart(request: SeenRequest): string {
    const { operation, status } = request;
    if (operation === undefined || status === undefined) return kindPart(request);
    // Such as HEAD for an operation with GET.
    if (request.method !== operation.method) return kindPart(request);
    let ofStatuses = this.kindParts.get(operation);
    if (ofStatuses === undefined)
      this.kindParts.set(operation, (ofStatuses = new Map<number, string>()));
    let part = ofStatuses.get(status);
    if (part === undefined) ofStatuses.set(status, (part = kindPart(request)));
    return part;
  }
}

/** A JSON number with at most three decimal digits. @param value not negative */
function inThousandths(value: number): string {
  const thousandths = Math.round(value * 1_000);
  const whole = Math.floor(thousandths / 1_000);
  return `${whole}${FRACTIONS[thousandths - whole * 1_000] ?? ''}`;
}

/** The text from the end of the request's ID to the value of its duration. */
function kindPart({ method, operation, status }: SeenRequest): string {
  let part = method === undefined ? '"' : `","method":${JSON.stringify(method)}`;
  if (operation !== undefined) {
    const { path, operationId } = operation;
    part += `,"path":${JSON.stringify(path)},"operationId":${JSON.stringify(operationId)}`;
  }
  if (status !== undefined) part += `,"status":${status}`;
  return `${part},"durationMs":`;
}

function failurePart(failure: NonNullable<SeenRequest['failure']>): string {
  const name = failureName(failure);
  const keyword = brokenKeyword(failure);
  let part = `,"error":${failure.number}`;
  if (name !== undefined) part += `,"failure":"${name}"`;
  if (keyword !== undefined) part += `,"keyword":${JSON.stringify(keyword)}`;
  return part;
}
