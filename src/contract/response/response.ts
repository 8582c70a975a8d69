import type { Accept } from './accept';
import type { CompiledJson, CompiledOperation, CompiledResponse } from '../compiled-contract';
import { encodeJson, validateEncoded } from '../schema/encode-json';
import type { HandlerResponse } from '../handler';
import { responseHeaders } from '../header-names';
import type { HttpResponse } from '../http-message';
import { forbidsContent, isFinalStatus, responseKeyFor } from '../http-status';
import { encodeItems } from './encode-items';
import {
  chooseContent,
  isRaw,
  rawContent,
  type ChosenContent,
  type FaultOf,
  type RawContent,
} from './response-content';
import { encodeHeaders, undocumentedHeaders } from './response-headers';
import { keywordName } from '../schema/keyword-name';
import { describeError } from '../schema/validation-message';
import { UndocumentedResponseError, type ResponseRules } from './undocumented';

/**
 * Encodes what a handler returned, so that only what the document states leaves.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#response-object
 */

/**
 * @param accept what the client takes, for a handler that leaves the choice of the media type
 * @throws UndocumentedResponseError naming the operation and what is not documented. A header that the
 *   document does not name is one only where responses are validated; else it is left out and told of.
 */
export function encodeResponse(
  rules: ResponseRules,
  operation: CompiledOperation,
  response: HandlerResponse,
  accept?: Accept,
): HttpResponse {
  const describe = (what: string): string => `The handler of "${operation.operationId}" ${what}`;
  const fault: FaultOf = (what, keyword) => new UndocumentedResponseError(describe(what), keyword);
  const { status, headers: given = {} } = response;
  const documented = documentedResponse(operation, status);
  if (documented === undefined) throw fault(`gave the status ${status}, which is not documented`);
  for (const name of undocumentedHeaders(documented, given)) {
    const what = undocumentedHeader(name);
    if (rules.validateResponses) throw fault(what);
    rules.report(operation, `header ${name.toLowerCase()}`, describe(what));
  }
  const headers = encodeHeaders(rules, documented, given, fault);
  const chosen = forbidsContent(status)
    ? undefined
    : chooseContent(documented, response, accept, fault);
  if (chosen === undefined) return { status, headers };
  const { mediaType, body } = encodeContent(rules, chosen, response.body, fault);
  headers[responseHeaders.contentType] = mediaType;
  return { status, headers, body };
}

function encodeContent(
  rules: ResponseRules,
  chosen: ChosenContent,
  body: unknown,
  fault: FaultOf,
): RawContent {
  const { mediaType, media } = chosen;
  if (media.kind === 'json') return { mediaType, body: jsonBody(rules, media, body, fault) };
  if (media.kind === 'items') return encodeItems(rules, media, mediaType, body, fault);
  return rawContent(chosen, body, fault);
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-14 for why Content-Type is never documented */
function undocumentedHeader(name: string): string {
  const isContentType = name.toLowerCase() === responseHeaders.contentType.toLowerCase();
  return isContentType
    ? `gave the header "${name}", which is not sent; give the media type as "mediaType"`
    : `gave the header "${name}", which is not documented; describe it in the document, or do not give it`;
}

/** What an operation that states no response may give, with any final status. */
const NO_CONTENT: CompiledResponse = { headers: {}, content: {} };

/** The response for a final status; `default` does not make one of what is no final status. */
function documentedResponse(
  { responses }: CompiledOperation,
  status: number,
): CompiledResponse | undefined {
  if (!isFinalStatus(status)) return undefined;
  const key = responseKeyFor(responses, status);
  if (key !== undefined) return responses[key];
  return Object.keys(responses).length === 0 ? NO_CONTENT : undefined;
}

function jsonBody(
  { contract, validators, validateResponses }: ResponseRules,
  media: CompiledJson,
  body: unknown,
  fault: FaultOf,
): string {
  if (isRaw(body)) throw fault('gave bytes or a stream where the document states JSON');
  const text = encodeJson(contract, validators, media, body);
  const error = validateResponses ? validateEncoded(validators, media.validator, text) : undefined;
  if (error !== undefined) {
    throw fault(`gave a body that ${describeError(error)}`, keywordName(error));
  }
  return text;
}
