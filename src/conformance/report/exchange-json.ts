import { isUtf8 } from 'node:buffer';
import { visibleJson } from '../../cli/visible';
import type { OperationRequest } from '../../samples/requests/operation-request';
import type { Exchange, Judgement, Phase, ReceivedResponse } from '../exchange';
import type { Results } from '../results';
import { findingFacts } from './finding-facts';

/** An exchange as reports and logs have it; the names of its members never change. */
export interface ExchangeJson {
  /** As RFC 3339 has it. */
  readonly sentAt: string;
  readonly durationMs: number;
  readonly phase: Phase;
  /** Absent for a request that no operation covers. */
  readonly operationId?: string;
  /** What the request tries. */
  readonly case: string;
  readonly judgement: JudgementJson;
  readonly request: RequestJson;
  /** Absent where none came. */
  readonly response?: ResponseJson;
  /** Why none came. */
  readonly failure?: { readonly kind: string; readonly message: string };
}

interface JudgementJson {
  readonly expected: Judgement['expected'];
  /** Of a refusal: the status that names it most closely. */
  readonly status?: number;
  /** Of a refusal: what is wrong; where it is open: why. */
  readonly reason?: string;
}

interface RequestJson {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: BodyJson;
}

interface ResponseJson {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: BodyJson;
}

/** The exact bytes: as text where they are UTF-8. */
export type BodyJson = { readonly text: string } | { readonly base64: string };

export function exchangeJson(exchange: Exchange): ExchangeJson {
  const { testCase, judgement, outcome, sentAt, durationMs } = exchange;
  const { operation, phase, title, request } = testCase;
  return {
    sentAt: new Date(sentAt).toISOString(),
    durationMs,
    phase,
    ...(operation && { operationId: operation.operationId }),
    case: title,
    judgement: judgementJson(judgement),
    request: requestJson(request),
    ...(outcome.kind === 'response'
      ? { response: responseJson(outcome.response) }
      : { failure: { kind: outcome.kind, message: outcome.message } }),
  };
}

/** The bytes of a body that `exchangeJson` wrote. */
export function bytesOf(body: BodyJson): Buffer {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}

function judgementJson(judgement: Judgement): JudgementJson {
  switch (judgement.expected) {
    case 'acceptance':
      return { expected: judgement.expected };
    case 'refusal':
      return {
        expected: judgement.expected,
        status: judgement.kind.status,
        reason: judgement.message,
      };
    case 'open':
      return { expected: judgement.expected, reason: judgement.reason };
  }
}

function requestJson({ method, target, headers, body }: OperationRequest): RequestJson {
  return { method, target, headers, ...(body && { body: bodyJson(body) }) };
}

function responseJson({ status, headers, body }: ReceivedResponse): ResponseJson {
  return { status, headers, ...(body.length > 0 && { body: bodyJson(body) }) };
}

function bodyJson(body: Buffer): BodyJson {
  return isUtf8(body) ? { text: body.toString() } : { base64: body.toString('base64') };
}

/** The results for programs; the names of the members never change. */
export function findingsJson(results: Results): string {
  const { title, version, spec, url, seed, startedAt, durationMs, judged, phases } = results;
  return `${visibleJson(
    {
      title,
      version,
      spec,
      url,
      seed,
      startedAt: new Date(startedAt).toISOString(),
      durationMs,
      judged,
      phases,
      operations: results.operations,
      findings: results.findings.map((finding) => findingJson(results, finding)),
      coverage: results.coverage,
      noVerdicts: results.noVerdicts,
      notices: results.notices,
    },
    2,
  )}\n`;
}

interface FindingJson {
  readonly check: string;
  readonly rule: string;
  readonly see: string;
  readonly fault: 'service' | 'document';
  readonly operationId?: string;
  readonly message: string;
  readonly file: string;
  readonly line?: number;
  readonly pointer: string;
  readonly cause?: string;
  readonly times: number;
  readonly exchanges: readonly ExchangeJson[];
  /** Lines of a shell that send the requests. */
  readonly curl: readonly string[];
  /** The command that finds it again. */
  readonly repeat: string;
}

function findingJson(results: Results, finding: Results['findings'][number]): FindingJson {
  const { rule, see, file, line, curl, repeat } = findingFacts(results, finding);
  const { check, fault, operationId, message, pointer, cause, times, exchanges } = finding;
  return {
    check,
    rule,
    see,
    fault,
    ...(operationId !== undefined && { operationId }),
    message,
    file,
    ...(line !== undefined && { line }),
    pointer,
    ...(cause !== undefined && { cause }),
    times,
    exchanges: exchanges.map(exchangeJson),
    curl,
    repeat,
  };
}
