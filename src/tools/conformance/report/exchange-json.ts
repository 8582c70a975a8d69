import { isUtf8 } from 'node:buffer';
import { visibleJson } from '../../cli';
import type { Exchange, Judgement, Phase, ReceivedResponse } from '../../judge';
import type { Finding } from '../finding';
import type { Results } from '../results';
import { findingFacts, type Reported } from './finding-facts';
import type { HeaderField } from '../../samples';

/** An exchange as written to reports and logs; the names of its members never change. */
export interface ExchangeJson {
  /** Date and time in the format of RFC 3339. */
  readonly sentAt: string;
  readonly durationMs: number;
  readonly phase: Phase;
  /** The sequence that a stateful request belongs to. */
  readonly sequence?: string;
  /** Absent for a request that no operation covers. */
  readonly operationId?: string;
  /** Description of the request's purpose. */
  readonly case: string;
  readonly judgement: JudgementJson;
  readonly request: RequestJson;
  /** Absent if there was no response. */
  readonly response?: ResponseJson;
  /** Why there was no response. */
  readonly failure?: { readonly kind: string; readonly message: string };
}

interface JudgementJson {
  readonly expected: Judgement['expected'];
  /** The most specific status for a refusal. */
  readonly status?: number;
  /** The fault that requires a refusal, or why the judgement is open. */
  readonly reason?: string;
}

interface RequestJson {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderField[];
  readonly body?: BodyJson;
}

interface ResponseJson {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body?: BodyJson;
  /** True if the connection was cut while items were still coming. */
  readonly cut?: true;
}

/** The exact bytes, as text if they are UTF-8. */
export type BodyJson = { readonly text: string } | { readonly base64: string };

export function exchangeJson(exchange: Exchange): ExchangeJson {
  const { testCase, judgement, outcome, sentAt, durationMs } = exchange;
  const { operation, phase, sequence, title } = testCase;
  const { method, target, headers, body } = testCase.request;
  return {
    sentAt: new Date(sentAt).toISOString(),
    durationMs,
    phase,
    ...(sequence !== undefined && { sequence }),
    ...(operation && { operationId: operation.operationId }),
    case: title,
    judgement: judgementJson(judgement),
    request: { method, target, headers, ...(body && { body: bodyJson(body) }) },
    ...(outcome.kind === 'response'
      ? { response: responseJson(outcome.response) }
      : { failure: { kind: outcome.kind, message: outcome.message } }),
  };
}

/** The bytes of a body that `exchangeJson` has written. */
export function bytesOf(body: BodyJson): Buffer {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}

function judgementJson(judgement: Judgement): JudgementJson {
  const { expected } = judgement;
  if (judgement.expected === 'refusal') {
    return { expected, status: judgement.kind.status, reason: judgement.message };
  }
  return { expected, ...(judgement.expected === 'open' && { reason: judgement.reason }) };
}

function responseJson({ status, headers, body, isCut }: ReceivedResponse): ResponseJson {
  return {
    status,
    headers,
    ...(body.length > 0 && { body: bodyJson(body) }),
    ...(isCut && { cut: isCut }),
  };
}

function bodyJson(body: Buffer): BodyJson {
  return isUtf8(body) ? { text: body.toString() } : { base64: body.toString('base64') };
}

/** The results for programs; the names of the members never change. */
export function findingsJson(results: Reported): string {
  const { title, version, spec, url, seed, durationMs, judged, phases, operations } = results;
  const { coverage, noVerdicts, notices, command } = results;
  const value = {
    ...{ title, version, spec, url, seed },
    startedAt: new Date(results.startedAt).toISOString(),
    ...{ durationMs, judged, phases, operations },
    findings: results.findings.map((finding) => findingJson(results, finding)),
    ...{ coverage, noVerdicts, notices, variables: command?.variables ?? [] },
  };
  return `${visibleJson(value, 2)}\n`;
}

export function findingFile(results: Results, finding: Finding): string {
  return `${visibleJson({ ...findingJson(results, finding), seed: results.seed }, 2)}\n`;
}

/** A finding as written to reports; the names of its members never change. */
function findingJson(results: Results, finding: Finding) {
  const { rule, see, file, line, curl, repeat } = findingFacts(results, finding);
  const { check, fault, operationId, message, pointer, cause, times, others, needs = [] } = finding;
  const tested = results.operations.find((each) => each.operationId === operationId);
  return {
    ...{ check, rule, see, fault, operationId, message, file, line, pointer, cause, times },
    ...(others && { others }),
    exchanges: finding.exchanges.map(exchangeJson),
    needs,
    // Whether a valid request to the operation got a success.
    exercised: tested?.exercised === true,
    curl,
    repeat,
  };
}
