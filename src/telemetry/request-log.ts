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
  /** What is the same for each request of an operation. */
  private readonly fixed = new Map<CompiledOperation, string>();

  constructor(private readonly lines: LineWriter) {}

  write(request: SeenRequest): void {
    const { operation, principal, failure, trace, status, contentBytes } = request;
    let line = `{"level":${LEVEL},"time":${Date.now()},"requestId":"${request.requestId}"`;
    if (request.method !== undefined) line += `,"method":${JSON.stringify(request.method)}`;
    if (operation !== undefined) line += this.fixedPart(operation);
    if (status !== undefined) line += `,"status":${status}`;
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

  private fixedPart(operation: CompiledOperation): string {
    let part = this.fixed.get(operation);
    if (part === undefined) {
      const { path, operationId } = operation;
      part = `,"path":${JSON.stringify(path)},"operationId":${JSON.stringify(operationId)}`;
      this.fixed.set(operation, part);
    }
    return part;
  }
}

function failurePart(failure: NonNullable<SeenRequest['failure']>): string {
  const name = failureName(failure);
  const keyword = brokenKeyword(failure);
  let part = `,"error":${failure.kind.number}`;
  if (name !== undefined) part += `,"failure":"${name}"`;
  if (keyword !== undefined) part += `,"keyword":${JSON.stringify(keyword)}`;
  return part;
}
