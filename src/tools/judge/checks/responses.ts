import { type FailureKind, failureKinds, parseMediaType, quote } from 'openapi-trellis/tools';
import { asObject, childPointer } from '../../document';
import { type Exchange, headerValues, type Judgement } from '../exchange';
import { type JudgedResponse, judgedResponse } from '../judge-response';
import type { JudgedDocument } from '../second-validator';
import type { Check, FaultSide, Violation } from './check';
import { hasDoubtfulFormat, lacksUnstatedBody, statesSuccess, INVALID_STATUSES } from './doubts';

/** Statuses that frameworks and gateways send on their own and documents leave out. */
const OF_FRAMEWORKS = [
  ...[206, 301, 302, 304, 307, 308],
  ...[401, 403, 404, 405, 406, 408, 411, 412, 413, 414, 415, 416, 417, 421, 426, 428, 429, 431],
];

export const statusDocumented: Check = {
  id: 'status-documented',
  rule: 'A service MUST respond with statuses that its document states, by number, range or default.',
  see: 'https://spec.openapis.org/oas/v3.1.1#responses-object',
  examine: (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged === undefined || judged.documented !== undefined) return [];
    const { operation, response } = judged;
    // If no response is stated, any is allowed.
    if (Object.keys(asObject(operation.value.responses)).length === 0) return [];
    const stated = Object.keys(asObject(operation.value.responses)).join(', ');
    const message = `${response.status} for ${exchange.testCase.title}: the document states ${stated || 'no status'}`;
    const pointer = childPointer(operation.pointer, 'responses');
    return [{ message, pointer, fault: sideOf(judged, exchange, document) }];
  },
};

/**
 * A document without a success status leaves out the response to valid requests. One without 400, 422 and 4XX
 * leaves out that invalid requests are refused, and one without any 4xx leaves out all refusals.
 */
function sideOf(
  { operation, response: { status } }: JudgedResponse,
  exchange: Exchange,
  document: JudgedDocument,
): FaultSide {
  const { judgement } = exchange;
  if (OF_FRAMEWORKS.includes(status) || status >= 500) return 'document';
  if (status < 400 && !statesSuccess(operation)) return 'document';
  const stated = Object.keys(asObject(operation.value.responses));
  if (status >= 400 && !stated.some((key) => key.startsWith('4'))) return 'document';
  if (status === 400 && isOfParser(judgement)) return 'document';
  const mayBeInvalid =
    judgement.expected !== 'acceptance' ||
    hasDoubtfulFormat(exchange, document) ||
    lacksUnstatedBody(exchange, document);
  return INVALID_STATUSES.includes(status) &&
    mayBeInvalid &&
    !stated.some((key) => /^(?:400|422|4xx)$/i.test(key))
    ? 'document'
    : 'service';
}

/**
 * True for a request that may be refused before validation: many documents with 422 for invalid input leave 400
 * for malformed requests to the framework.
 */
function isOfParser(judgement: Judgement): boolean {
  if (judgement.expected !== 'refusal') return judgement.expected === 'open';
  return OF_PARSER.includes(judgement.kind);
}

const OF_PARSER: readonly FailureKind[] = [
  failureKinds.malformedBody,
  failureKinds.malformedRequest,
];

export const mediaTypeDocumented: Check = {
  id: 'media-type-documented',
  rule: 'The content of a response MUST have a media type that the document states for the status.',
  see: 'https://spec.openapis.org/oas/v3.1.1#response-object',
  examine: (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged?.documented === undefined || judged.media !== undefined) return [];
    const { response, documented } = judged;
    const [contentType] = headerValues(response, 'content-type');
    if (response.body.length === 0 || contentType === undefined) return [];
    const stated = Object.keys(asObject(documented.value.content));
    const what = stated.length === 0 ? 'no content' : stated.join(', ');
    return violation(exchange, documented.pointer, {
      what: `content of the type ${quote(contentType)}, where the document states ${what}`,
      // Without any stated content, the document does not rule content out.
      fault: stated.length === 0 || isOfServer(judged) ? 'document' : 'service',
    });
  },
};

/** True for a refusal by a server in front of the service that the document states only by a range. */
function isOfServer({ operation, response: { status } }: JudgedResponse): boolean {
  const isStated = String(status) in asObject(operation.value.responses);
  return !isStated && (status > 500 || (status > 404 && OF_FRAMEWORKS.includes(status)));
}

export const contentTypePresent: Check = {
  id: 'content-type-present',
  rule: 'A response with content SHOULD have Content-Type.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.3',
  examine: (exchange, document) => {
    const judged = judgedResponse(exchange, document);
    if (judged?.documented === undefined) return [];
    const { response, documented } = judged;
    const stated = Object.keys(asObject(documented.value.content));
    if (stated.length === 0 || stated.some(isOfBytes)) return [];
    const hasType = headerValues(response, 'content-type').length > 0;
    if (hasType || response.body.length === 0) return [];
    const what = `content without Content-Type, where the document states ${stated.join(', ')}`;
    return violation(exchange, documented.pointer, { what });
  },
};

/** Content without Content-Type may be bytes. */
function isOfBytes(range: string): boolean {
  const essence = parseMediaType(range)?.essence ?? range;
  return ['*/*', 'application/*', 'application/octet-stream'].includes(essence);
}

/** @param what the fault, for the text after the status */
export function violation(
  exchange: Exchange,
  pointer: string,
  { what, fault = 'service', ...cause }: Pick<Violation, 'fault' | 'cause'> & { what: string },
): readonly Violation[] {
  const { outcome, testCase } = exchange;
  const status = outcome.kind === 'response' ? outcome.response.status : outcome.kind;
  return [{ message: `${status} for ${testCase.title}: ${what}`, pointer, fault, ...cause }];
}
