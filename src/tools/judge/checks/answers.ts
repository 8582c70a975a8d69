import { forbidsContent, requestHeaders } from 'openapi-trellis/tools';
import { asObject, childPointer } from '../../document';
import { type Cause, inputPlace } from '../cause';
import { type Exchange, headerValues, type ReceivedResponse, responseOf } from '../exchange';
import { sequencesOf } from '../response-items';
import type { JudgedDocument } from '../second-validator';
import { reasons } from '../no-verdicts';
import { saidOf } from '../refusal-text';
import type { Check, Violation } from './check';
import { statesSuccess } from './doubts';

export const answers: Check = {
  id: 'answers',
  rule: 'A service MUST answer each request with a complete, well-formed response, in time.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-3.4',
  confirm: 'same request',
  examine: (exchange, document) => {
    const { outcome, testCase } = exchange;
    // A service that is gone is reported by Disappearance.
    if (outcome.kind === 'response' || outcome.kind === 'away') return [];
    // No document describes CONNECT, and servers close the connection.
    if (testCase.request.method === 'CONNECT') return [];
    // Finding the cause of a timeout would take one more timeout.
    const isLate = outcome.kind === 'timeout';
    const place = isLate ? '' : inputPlace(exchange, document.loaded.document);
    const what = `no response to ${testCase.title}: ${outcome.message}`;
    const doubt = awaitsItems(exchange, document) ? { noVerdict: reasons.itemsToCome } : {};
    return violation(exchange, what, { place, said: '' }).map((each) => ({ ...each, ...doubt }));
  },
};

/** True if the operation responds with items: a service may hold back the head until the first one. */
function awaitsItems(
  { outcome, testCase, judgement }: Exchange,
  { loaded }: JudgedDocument,
): boolean {
  if (outcome.kind !== 'timeout' || outcome.isBegun === true) return false;
  if (judgement.expected === 'refusal' || testCase.operation === undefined) return false;
  return sequencesOf(loaded, testCase.operation).length > 0;
}

/** Statuses of 5xx for an operation that is not supported or not available for now. */
const DOCUMENTABLE = [501, 502, 503, 504];

export const noServerError: Check = {
  id: 'no-server-error',
  rule: 'A service MUST NOT fail (5xx), whatever it is sent; 501 to 504 MAY be sent where the document states them by number.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.6',
  examine: (exchange, { loaded }) => {
    const { operation, request, title } = exchange.testCase;
    const status = responseOf(exchange)?.status ?? 0;
    if (status < 500) return [];
    const isOther = operation?.method !== request.method;
    // 501 is right for a method that a service does not support (RFC 9110, section 15.6.2).
    if (status === 501 && isOther) return [];
    const isStated = String(status) in asObject(operation?.value.responses);
    if (DOCUMENTABLE.includes(status) && isStated && !isOther) return [];
    // A document that states only failures allows these, and 501.
    const isUnstated = operation !== undefined && !statesSuccess(operation);
    if (isUnstated && (isStated || status === 501)) return [];
    const cause = { place: inputPlace(exchange, loaded.document), said: saidOf(exchange) };
    return violation(exchange, `${status} for ${title}: the service fails`, cause);
  },
};

export const noContent: Check = {
  id: 'no-content',
  rule: 'A response with the status 204, 205 or 304, and one to HEAD, MUST NOT have content.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1',
  examine: (exchange) => {
    const response = responseOf(exchange);
    if (response === undefined) return [];
    const { status, body } = response;
    const isHead = exchange.testCase.request.method === 'HEAD';
    if (!forbidsContent(status) && status !== 205 && !isHead) return [];
    const isFramed = (status === 204 || status === 205) && announcesContent(response);
    if (body.length === 0 && !isFramed) return [];
    return violation(exchange, `${status}${isHead ? ' for HEAD' : ''} with content`);
  },
};

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.6 */
function announcesContent(response: ReceivedResponse): boolean {
  const [length = '0'] = headerValues(response, requestHeaders.contentLength);
  return Number(length) > 0;
}

/**
 * An authentication scheme, optionally followed by credentials or parameters.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.3
 */
const CHALLENGE = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+(?:[ ,]|$)/;

export const wwwAuthenticate: Check = {
  id: 'www-authenticate',
  rule: 'A response with the status 401 MUST have WWW-Authenticate with a challenge.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1',
  examine: (exchange) => {
    const response = responseOf(exchange);
    if (response?.status !== 401) return [];
    const challenges = headerValues(response, 'www-authenticate');
    if (challenges.some((challenge) => CHALLENGE.test(challenge))) return [];
    return violation(exchange, '401 without a challenge in WWW-Authenticate');
  },
};

export const allow: Check = {
  id: 'allow',
  rule: 'A response with the status 405 MUST have Allow with the methods that the resource supports.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6',
  examine: (exchange) => {
    const response = responseOf(exchange);
    if (response?.status !== 405 || headerValues(response, 'allow').length > 0) return [];
    return violation(exchange, `405 for ${exchange.testCase.request.method} without Allow`);
  },
};

function violation(
  { testCase: { operation } }: Exchange,
  message: string,
  cause?: Cause,
): readonly Violation[] {
  const pointer = operation?.pointer ?? childPointer('', 'paths');
  return [{ message, pointer, ...(cause && { cause }) }];
}
