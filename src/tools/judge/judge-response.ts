import {
  MatchBudgetExceededError,
  isJson,
  matchMediaRange,
  memoize,
  type ParsedJson,
  parseJson,
  parseRequestTarget,
  responseKeyFor,
  routeOperations,
  UnavailableError,
  type Validate,
  validateJson,
  type ValidationError,
} from 'openapi-trellis/tools';
import { asObject, childPointer, type Located, type Operation } from '../document';
import { matchTemplate } from '../resources';
import {
  type Exchange,
  headerValues,
  type ReceivedResponse,
  responseOf,
  mediaTypeOf,
} from './exchange';
import type { JudgedDocument } from './second-validator';
import { hasEncodedControl, isBrokenEncoding, isUnusualPath } from './sent-texts';

export interface JudgedResponse {
  readonly operation: Operation;
  readonly response: ReceivedResponse;
  /** The Response Object; absent for a status that the document does not state. */
  readonly documented?: Located;
  /** In lower case, without parameters; '' without a Content-Type, or with an invalid one. */
  readonly mediaType: string;
  /** The Media Type Object for `mediaType`; absent if the document does not state it. */
  readonly media?: Located;
  readonly json?: ParsedJson | { readonly fault: string };
}

const judged = new WeakMap<Exchange, JudgedResponse | undefined>();

/**
 * Relates the response of an exchange to its description in the document.
 *
 * @returns undefined if there was no response, or if another operation may have sent it: the request has another
 * method, or a path that may match another one
 */
export function judgedResponse(
  exchange: Exchange,
  document: JudgedDocument,
): JudgedResponse | undefined {
  if (!judged.has(exchange)) judged.set(exchange, judge(exchange, document));
  return judged.get(exchange);
}

function judge(exchange: Exchange, document: JudgedDocument): JudgedResponse | undefined {
  const response = asReceived(exchange);
  const operation = certainOperation(exchange, document);
  if (response === undefined || operation === undefined) return undefined;
  const { resolver } = document.loaded;
  const key = responseKeyFor(asObject(operation.value.responses), response.status);
  const documented =
    key === undefined
      ? undefined
      : resolver.resolve(childPointer(operation.pointer, 'responses', key));
  const mediaType = mediaTypeOf(response);
  const range =
    documented &&
    mediaType &&
    matchMediaRange(Object.keys(asObject(documented.value.content)), mediaType);
  const isPlain = headerValues(response, 'content-encoding').length === 0;
  return {
    operation,
    response,
    ...(documented && { documented }),
    mediaType: mediaType?.essence ?? '',
    ...(documented &&
      range !== undefined && {
        media: resolver.resolve(childPointer(documented.pointer, 'content', range)),
      }),
    ...(isPlain &&
      mediaType &&
      isJson(mediaType.essence) &&
      response.isCut !== true &&
      response.body.length > 0 && { json: parseJson(response.body) }),
  };
}

/** The response; a range of bytes is incomplete. @see https://www.rfc-editor.org/rfc/rfc9110#section-15.3.7 */
function asReceived(exchange: Exchange): ReceivedResponse | undefined {
  const response = responseOf(exchange);
  if (response?.status !== 206) return response;
  const isOfBytes = /^bytes\b/i.test(headerValues(response, 'content-range').join());
  return isOfBytes ? { ...response, isCut: true } : response;
}

function certainOperation(
  { testCase: { operation, request, isRouted } }: Exchange,
  { loaded }: JudgedDocument,
): Operation | undefined {
  if (operation === undefined || isRouted === true) return operation;
  const { method, target } = request;
  const [path = ''] = target.split('?');
  if (method !== operation.method) return undefined;
  if (isBrokenEncoding(target) || hasEncodedControl(path)) return undefined;
  if (isUnusualPath(path, operation.path)) return undefined;
  const parsed = parseRequestTarget(target);
  const found = parsed && routerOf(loaded.contract).find(operation.method, parsed);
  // The service's base path may differ from those of the document.
  if (found?.outcome !== 'found') {
    return matchTemplate(operation.path, path) === undefined ? undefined : operation;
  }
  return loaded.operations.find(({ operationId }) => operationId === found.route.operationId);
}

const routerOf = memoize(routeOperations);

/** Why a validator refuses a value; undefined if it accepts it, or if matching a text takes too long. */
export function errorOfJson(validate: Validate, json: ParsedJson): ValidationError | undefined {
  try {
    return validateJson(validate, json);
  } catch (error) {
    if (error instanceof MatchBudgetExceededError || error instanceof UnavailableError)
      return undefined;
    throw error;
  }
}
