import { failureKinds, type FailureKind } from '../../contract';
import { asObject } from '../../generate/index';
import { type Exchange, responseOf } from '../exchange';
import type { Check, Violation } from './check';
import {
  hasDoubtfulFormat,
  hasOwnSecret,
  isFreeText,
  lacksUnstatedBody,
  speaksOfState,
  statesSuccess,
} from './doubts';

/**
 * Whether the class of the status fits what the document has the service do with the request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15
 */

const INVALID_STATUSES = [400, 422];

const acceptsValid: Check = {
  id: 'accepts-valid',
  rule: 'A service MUST NOT refuse as invalid (400, 422) a request that its document allows.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1',
  confirm: 'other values',
  examine: (exchange, document) =>
    isAcceptable(exchange) &&
    INVALID_STATUSES.includes(statusOf(exchange)) &&
    !isOfState(exchange) &&
    !hasDoubtfulFormat(exchange, document)
      ? violation(exchange, 'refuses a request that the document allows').map((each) =>
          lacksUnstatedBody(exchange, document) || isFreeText(exchange, document)
            ? { ...each, fault: 'document' }
            : each,
        )
      : [],
};

const readsDocumentedMediaTypes: Check = {
  id: 'documented-media-type-accepted',
  rule: 'A service MUST accept each media type that its document lists for a request body (no 415).',
  see: 'https://spec.openapis.org/oas/v3.1.1#request-body-object',
  examine: (exchange, document) => {
    if (!isAcceptable(exchange) || statusOf(exchange) !== 415) return [];
    if (hasContent(exchange)) {
      const what = 'refuses a media type that the document lists';
      return hasFiles(exchange) ? [] : ofMediaType(exchange, what);
    }
    return ofOperation(exchange, 'asks for content, which the document does not').map((each) =>
      lacksUnstatedBody(exchange, document) ? { ...each, fault: 'document' } : each,
    );
  },
};

const methodImplemented: Check = {
  id: 'method-implemented',
  rule: 'A service MUST implement the methods that its document describes (no 405, no 501 but where that is stated).',
  see: 'https://spec.openapis.org/oas/v3.1.1#path-item-object',
  examine: (exchange) => {
    const status = statusOf(exchange);
    const isStated =
      status === 501 && '501' in asObject(exchange.testCase.operation?.value.responses);
    return isAcceptable(exchange) && [405, 501].includes(status) && !isStated
      ? ofOperation(exchange, 'does not implement a method that the document describes')
      : [];
  },
};

const acceptsCredentials: Check = {
  id: 'credentials-accepted',
  rule: 'A service MUST NOT answer 401 to valid credentials of a scheme that its document names.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2',
  examine: (exchange) => {
    if (!isAcceptable(exchange) || !isOwn(exchange) || statusOf(exchange) !== 401) return [];
    if (isOfOtherCredentials(exchange)) return [];
    const what = asksForCredentials(exchange)
      ? 'does not take credentials of a scheme that the document names'
      : 'asks for credentials, which the document does not';
    return ofOperation(exchange, what, requirementOf(exchange));
  },
};

const refusesInvalid = refusal(
  'invalid-refused',
  'A service MUST refuse, with a status of the class 4xx, a request that its document does not allow.',
  'https://spec.openapis.org/oas/v3.1.1#schema-object',
  [failureKinds.invalidBody, failureKinds.invalidParameter, failureKinds.missingBody],
);

const refusesMalformed = refusal(
  'malformed-refused',
  'A service MUST refuse content that is malformed for its media type.',
  'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1',
  [failureKinds.malformedBody, failureKinds.malformedRequest],
);

const refusesOtherMediaTypes = refusal(
  'undocumented-media-type-refused',
  'A service SHOULD refuse content of a media type that its document does not list (415).',
  'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16',
  [failureKinds.unsupportedMediaType],
);

const wantsCredentials = refusal(
  'credentials-required',
  'A service MUST refuse a request without the credentials that its document asks for.',
  'https://spec.openapis.org/oas/v3.1.1#security-requirement-object',
  [failureKinds.missingCredentials],
);

const refusesGarbage = refusal(
  'invalid-credentials-refused',
  'A service MUST refuse credentials that it has not given to anybody.',
  'https://www.rfc-editor.org/rfc/rfc9110#section-11.6.2',
  [failureKinds.invalidCredentials],
);

const wantsScopes = refusal(
  'scope-required',
  'A service MUST refuse credentials that lack the scopes that its document asks for.',
  'https://www.rfc-editor.org/rfc/rfc6750#section-3.1',
  [failureKinds.forbidden],
);

const refusesOtherMethods = refusal(
  'undocumented-method-refused',
  'A service SHOULD NOT carry out a method that its document does not describe for the path.',
  'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6',
  [failureKinds.methodNotAllowed],
);

const UNFIT: ReadonlyMap<FailureKind, readonly number[]> = new Map<FailureKind, number[]>([
  // What else is wrong may be found first, and a resource may be hidden: only what denies the truth is
  // wrong, such as 401 for valid credentials.
  [failureKinds.invalidBody, [401, 405, 406, 411, 415]],
  [failureKinds.invalidParameter, [401, 405, 411, 415]],
  [failureKinds.malformedBody, [401, 405, 406, 411]],
  [failureKinds.missingCredentials, [400, 405, 406, 409, 415, 422]],
  [failureKinds.invalidCredentials, [405, 406, 409, 415, 422]],
]);

const refusalStatus: Check = {
  id: 'refusal-status-fits',
  rule: 'The status of a refusal MUST NOT deny what is true of the request, such as 401 where the credentials are valid.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5',
  examine: (exchange) => {
    const { judgement } = exchange;
    const status = statusOf(exchange);
    if (judgement.expected !== 'refusal' || status < 400 || status >= 500) return [];
    if (status === 405 && statesNumber(exchange, status)) return [];
    if (status === 401 && isOfOtherCredentials(exchange)) return [];
    if (status === 415 && (!hasContent(exchange) || hasFiles(exchange))) return [];
    if (BY_CREDENTIALS.includes(judgement.kind) && requirementOf(exchange) === undefined) return [];
    return UNFIT.get(judgement.kind)?.includes(status) === true
      ? ofOperation(exchange, `${judgement.message}; the status says something else`)
      : [];
  },
};

/** Other cases may have more that is wrong, which a service finds first. */
const BY_CREDENTIALS: readonly FailureKind[] = [
  failureKinds.missingCredentials,
  failureKinds.invalidCredentials,
];

function asksForCredentials({ testCase: { operation } }: Exchange): boolean {
  return operation?.security.some((each) => Object.keys(each).length > 0) === true;
}

/** True for a status that the document states: some mean invalid input by 405, as Swagger's Petstore does. */
function statesNumber({ testCase: { operation } }: Exchange, status: number): boolean {
  return String(status) in asObject(operation?.value.responses);
}

function refusal(id: string, rule: string, see: string, kinds: readonly FailureKind[]): Check {
  return {
    id,
    rule,
    see,
    examine: (exchange) => {
      const { judgement } = exchange;
      if (judgement.expected !== 'refusal' || !kinds.includes(judgement.kind)) return [];
      return isSuccess(statusOf(exchange)) ? violation(exchange, judgement.message) : [];
    },
  };
}

function isOfState(exchange: Exchange): boolean {
  const response = responseOf(exchange);
  return response !== undefined && speaksOfState(response);
}

function violation(exchange: Exchange, what: string): Violation[] {
  const { covers } = exchange.testCase;
  const part = covers.find(({ valid }) => !valid) ?? covers[0];
  return ofOperation(exchange, what, part?.pointer);
}

function hasContent({ testCase: { request } }: Exchange): boolean {
  return (request.body?.length ?? 0) > 0;
}

/** True for content with files, which have media types of their own. */
function hasFiles({ testCase: { request } }: Exchange): boolean {
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /^multipart\//i.test(type) && request.body?.includes('filename=') === true;
}

function ofMediaType(exchange: Exchange, what: string): Violation[] {
  return ofOperation(exchange, what, exchange.testCase.values?.body?.media.pointer);
}

function requirementOf({ testCase: { covers } }: Exchange): string | undefined {
  return covers.find(({ keyword }) => keyword === 'security')?.pointer;
}

function ofOperation(exchange: Exchange, what: string, pointer?: string): Violation[] {
  const { operation, title } = exchange.testCase;
  const message = `${statusOf(exchange)} for ${title}: ${what}`;
  return [{ message, pointer: pointer ?? operation?.pointer ?? '' }];
}

/** False for what was recorded: whether its credentials were valid is not known. */
function isOwn({ testCase }: Exchange): boolean {
  return testCase.phase !== 'recorded';
}

/**
 * True where a service may mean other credentials than those of a security scheme: a secret of the request,
 * or, where the document asks for none, those in its content, or some that the document leaves out.
 */
function isOfOtherCredentials(exchange: Exchange): boolean {
  const { operation, request } = exchange.testCase;
  if (hasOwnSecret(exchange)) return true;
  if (operation === undefined || asksForCredentials(exchange)) return false;
  if (request.body !== undefined || statesNumber(exchange, 401)) return true;
  return !('security' in operation.value);
}

/** True for a valid request, where the document states what such a one gets. */
function isAcceptable({ judgement, testCase: { operation } }: Exchange): boolean {
  const isUnstated = operation !== undefined && !statesSuccess(operation);
  return judgement.expected === 'acceptance' && !isUnstated;
}

/** 0 where no response came. */
function statusOf(exchange: Exchange): number {
  return responseOf(exchange)?.status ?? 0;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

export const requestChecks: readonly Check[] = [
  acceptsValid,
  readsDocumentedMediaTypes,
  methodImplemented,
  acceptsCredentials,
  refusesInvalid,
  refusesMalformed,
  refusesOtherMediaTypes,
  wantsCredentials,
  refusesGarbage,
  wantsScopes,
  refusesOtherMethods,
  refusalStatus,
];
