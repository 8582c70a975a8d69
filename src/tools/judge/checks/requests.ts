import { failureKinds, type FailureKind, type RequestFault } from 'openapi-trellis/tools';
import { asObject } from '../../document';
import { faultPlace } from '../cause';
import { type Exchange, hasSuccess, headerValues, responseOf } from '../exchange';
import type { JudgedDocument } from '../second-validator';
import { reasons } from '../no-verdicts';
import type { Check, Violation } from './check';
import { asksForCredentials, doubtOfStatus, doubtOfValid, INVALID_STATUSES } from './doubts';

/**
 * The status of a response must fit the answer that the document requires to the request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15
 */

export const requestChecks: readonly Check[] = [
  {
    id: 'accepts-valid',
    rule: 'A service MUST NOT refuse as invalid (400, 422) a request that its document allows.',
    see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1',
    confirm: 'other values',
    examine: (exchange, document) =>
      isAcceptable(exchange) && INVALID_STATUSES.includes(statusOf(exchange))
        ? violation(exchange, 'refuses a request that the document allows', document)
        : [],
  },
  {
    id: 'documented-media-type-accepted',
    rule: 'A service MUST accept each media type that its document lists for a request body (no 415).',
    see: 'https://spec.openapis.org/oas/v3.1.1#request-body-object',
    examine: (exchange, document) => {
      if (!isAcceptable(exchange) || statusOf(exchange) !== 415) return [];
      const [what, pointer] = hasContent(exchange)
        ? [
            'refuses a media type that the document lists',
            exchange.testCase.values?.body?.media.pointer,
          ]
        : ['asks for content, which the document does not'];
      return ofOperation(exchange, what, pointer, doubtOfValid(exchange, document));
    },
  },
  {
    id: 'method-implemented',
    rule: 'A service MUST implement the methods that its document describes (no 405, no 501 but where that is stated).',
    see: 'https://spec.openapis.org/oas/v3.1.1#path-item-object',
    examine: (exchange, document) => {
      const status = statusOf(exchange);
      const isStated =
        status === 501 && '501' in asObject(exchange.testCase.operation?.value.responses);
      if (!isAcceptable(exchange) || ![405, 501].includes(status) || isStated) return [];
      const what = 'does not implement a method that the document describes';
      return ofOperation(exchange, what, undefined, doubtOfValid(exchange, document));
    },
  },
  {
    id: 'credentials-accepted',
    rule: 'A service MUST NOT answer 401 to valid credentials of a scheme that its document names.',
    see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2',
    examine: (exchange, document) => {
      // Nobody knows whether the credentials of a recorded exchange were valid.
      if (exchange.testCase.phase === 'recorded') return [];
      if (!isAcceptable(exchange) || statusOf(exchange) !== 401) return [];
      const what = asksForCredentials(exchange)
        ? 'does not take credentials of a scheme that the document names'
        : 'asks for credentials, which the document does not';
      return ofOperation(exchange, what, requirementOf(exchange), doubtOfValid(exchange, document));
    },
  },
  refusal(
    'invalid-refused',
    'A service MUST refuse, with a status of the class 4xx, a request that its document does not allow.',
    'https://spec.openapis.org/oas/v3.1.1#schema-object',
    [failureKinds.invalidBody, failureKinds.invalidParameter, failureKinds.missingBody],
  ),
  refusal(
    'malformed-refused',
    'A service MUST refuse content that is malformed for its media type.',
    'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1',
    [failureKinds.malformedBody, failureKinds.malformedRequest],
  ),
  refusal(
    'undocumented-media-type-refused',
    'A service SHOULD refuse content of a media type that its document does not list (415).',
    'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16',
    [failureKinds.unsupportedMediaType],
  ),
  refusal(
    'credentials-required',
    'A service MUST refuse a request without the credentials that its document asks for.',
    'https://spec.openapis.org/oas/v3.1.1#security-requirement-object',
    [failureKinds.missingCredentials],
  ),
  refusal(
    'invalid-credentials-refused',
    'A service MUST refuse credentials that it has not given to anybody.',
    'https://www.rfc-editor.org/rfc/rfc9110#section-11.6.2',
    [failureKinds.invalidCredentials],
  ),
  refusal(
    'scope-required',
    'A service MUST refuse credentials that lack the scopes that its document asks for.',
    'https://www.rfc-editor.org/rfc/rfc6750#section-3.1',
    [failureKinds.forbidden],
  ),
  refusal(
    'undocumented-method-refused',
    'A service SHOULD NOT carry out a method that its document does not describe for the path.',
    'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6',
    [failureKinds.methodNotAllowed],
  ),
  {
    id: 'refusal-status-fits',
    rule: 'The status of a refusal MUST NOT deny what is true of the request, such as 401 where the credentials are valid.',
    see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5',
    examine: (exchange) => {
      const { judgement } = exchange;
      const status = statusOf(exchange);
      if (judgement.expected !== 'refusal' || status < 400 || status >= 500) return [];
      if (status === 405 && statesNumber(exchange, status)) return [];
      if (status === 415 && !hasContent(exchange)) return [];
      if (BY_CREDENTIALS.includes(judgement.kind) && requirementOf(exchange) === undefined)
        return [];
      if (UNFIT.get(judgement.kind)?.includes(status) !== true) return [];
      const what = `${judgement.message}; the status says something else`;
      const isOfForm = status === 400 && BY_CREDENTIALS.includes(judgement.kind);
      const doubt =
        isOfForm && headerValues(exchange.testCase.request, 'authorization').length > 0
          ? { noVerdict: reasons.otherForm }
          : doubtOfStatus(exchange);
      return ofOperation(exchange, what, undefined, doubt);
    },
  },
];

const UNFIT: ReadonlyMap<FailureKind, readonly number[]> = new Map<FailureKind, number[]>([
  // A service may find another fault first or hide a resource. Only a status that contradicts the facts is wrong,
  // such as 401 for valid credentials.
  [failureKinds.invalidBody, [401, 405, 406, 411, 415]],
  [failureKinds.invalidParameter, [401, 405, 411, 415]],
  [failureKinds.malformedBody, [401, 405, 406, 411]],
  [failureKinds.missingCredentials, [400, 405, 406, 409, 415, 422]],
  [failureKinds.invalidCredentials, [405, 406, 409, 415, 422]],
]);

/** Only for these: other cases may have further faults, which a service finds first. */
export const BY_CREDENTIALS: readonly FailureKind[] = [
  failureKinds.missingCredentials,
  failureKinds.invalidCredentials,
];

/** True for a status that the document states: some use 405 for invalid input, as Swagger's Petstore does. */
function statesNumber({ testCase: { operation } }: Exchange, status: number): boolean {
  return String(status) in asObject(operation?.value.responses);
}

function refusal(id: string, rule: string, see: string, kinds: readonly FailureKind[]): Check {
  return {
    id,
    rule,
    see,
    examine: (exchange, document) => {
      const { judgement } = exchange;
      if (judgement.expected !== 'refusal' || !kinds.includes(judgement.kind)) return [];
      if (!hasSuccess(exchange)) return [];
      const cause = ruleOf(judgement.faults, document);
      return violation(exchange, judgement.message).map((each) => ({ ...each, ...cause }));
    },
  };
}

/** Of these, inputs may break different parts. */
const COMPOSED: readonly unknown[] = ['anyOf', 'oneOf', 'not', 'if', 'contains', undefined];

/** The rule that an input breaks, if it is a single one. */
function ruleOf(
  faults: readonly RequestFault[],
  { loaded }: JudgedDocument,
): Pick<Violation, 'cause'> {
  const [fault, ...others] = faults;
  if (fault === undefined || others.length > 0 || COMPOSED.includes(fault.keyword)) return {};
  return { cause: { place: faultPlace(fault, loaded.document), isRule: true } };
}

/** @param document given if the request is valid */
function violation(exchange: Exchange, what: string, document?: JudgedDocument): Violation[] {
  const { covers } = exchange.testCase;
  const part = covers.find(({ valid }) => !valid) ?? covers[0];
  const doubt = document && doubtOfValid(exchange, document);
  return ofOperation(exchange, what, part?.pointer, doubt);
}

function hasContent({ testCase: { request } }: Exchange): boolean {
  return (request.body?.length ?? 0) > 0;
}

function requirementOf({ testCase: { covers } }: Exchange): string | undefined {
  return covers.find(({ keyword }) => keyword === 'security')?.pointer;
}

/** @param doubt reasons against the violation */
function ofOperation(
  exchange: Exchange,
  what = '',
  pointer?: string,
  doubt: Partial<Violation> = {},
): Violation[] {
  const { operation, title } = exchange.testCase;
  const message = `${statusOf(exchange)} for ${title}: ${what}`;
  return [{ message, pointer: pointer ?? operation?.pointer ?? '', ...doubt }];
}

function isAcceptable({ judgement }: Exchange): boolean {
  return judgement.expected === 'acceptance';
}

/** The status; 0 if there was no response. */
function statusOf(exchange: Exchange): number {
  return responseOf(exchange)?.status ?? 0;
}
