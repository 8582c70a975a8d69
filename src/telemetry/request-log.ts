import type { CompiledOperation } from '../contract';
import type { LineWriter } from '../log-output';
import { brokenKeyword, failureName } from './failure-names';
import type { SeenRequest } from './observed-request';

/** `info` of pino: what failed in the service has a line of its own, at `error`. */
const LEVEL = 30;

/**
 * Writes a line for each request: a JSON object as pino writes it, put together here since that takes a
 * sixth of the time. It has neither credentials nor queries nor bodies, and of the path only the template;
 * what a client chose is checked (request-id.ts) or escaped.
 */
export class RequestLog {
  /** What is the same for each request of an operation that gets the same status. */
  private readonly kindParts = new Map<CompiledOperation, Map<number, string>>();

  constructor(private readonly lines: LineWriter) {}

  write(request: SeenRequest): void {
    const { principal, failure, trace, contentBytes } = request;
    let line = `{"level":${LEVEL},"time":${Date.now()},"requestId":"${request.requestId}"`;
    line += this.kindPart(request);
    line += `,"durationMs":${Math.round(request.durationMs * 1_000) / 1_000}`;
    if (contentBytes !== undefined) line += `,"bytes":${contentBytes}`;
    if (principal !== undefined) {
      line += `,"principal":${JSON.stringify(principal.name)}`;
      const { credentialId } = principal;
      if (credentialId !== undefined) line += `,"credentialId":${JSON.stringify(credentialId)}`;
    }
    if (failure !== undefined) line += failurePart(failure);
    if (!request.isComplete) line += ',"aborted":true';
    // By the names that OpenTelemetry gives them in logs that are not its own.
    if (trace !== undefined) line += `,"trace_id":"${trace.traceId}","span_id":"${trace.spanId}"`;
    this.lines.writeSoon(`${line},"msg":"request"}\n`);
  }

  private kindPart(request: SeenRequest): string {
    const { operation, status } = request;
    if (operation === undefined || status === undefined) return kindPart(request);
    // Such as HEAD, of an operation of GET.
    if (request.method !== operation.method) return kindPart(request);
    let ofStatuses = this.kindParts.get(operation);
    if (ofStatuses === undefined)
      this.kindParts.set(operation, (ofStatuses = new Map<number, string>()));
    let part = ofStatuses.get(status);
    if (part === undefined) ofStatuses.set(status, (part = kindPart(request)));
    return part;
  }
}

function kindPart({ method, operation, status }: SeenRequest): string {
  let part = method === undefined ? '' : `,"method":${JSON.stringify(method)}`;
  if (operation !== undefined) {
    const { path, operationId } = operation;
    part += `,"path":${JSON.stringify(path)},"operationId":${JSON.stringify(operationId)}`;
  }
  return status === undefined ? part : `${part},"status":${status}`;
}

function failurePart(failure: NonNullable<SeenRequest['failure']>): string {
  const name = failureName(failure);
  const keyword = brokenKeyword(failure);
  let part = `,"error":${failure.kind.number}`;
  if (name !== undefined) part += `,"failure":"${name}"`;
  if (keyword !== undefined) part += `,"keyword":${JSON.stringify(keyword)}`;
  return part;
}
