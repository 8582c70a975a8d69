import type { Accept } from './accept';
import type {
  CompiledContract,
  CompiledJson,
  CompiledOperation,
  CompiledResponse,
} from '../compiled-contract';
import { encodeJson, validateEncoded } from '../schema/encode-json';
import type { HandlerResponse } from '../handler';
import { responseHeaders } from '../header-names';
import type { HttpResponse } from '../http-message';
import { forbidsContent, isFinalStatus, responseKeyFor } from '../http-status';
import { chooseContent, isRaw, rawContent, type FaultOf } from './response-content';
import { encodeHeaders } from './response-headers';
import { describeError } from '../schema/validation-message';
import type { Validators } from '../schema/validation';

/**
 * Encodes what a handler returned, so that only what the document states leaves.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#response-object
 */

/** A handler gave a response that the document does not state: a fault of the service, not of the client. */
export class UndocumentedResponseError extends Error {
  override readonly name = 'UndocumentedResponseError';
}

/**
 * @param validate whether a body or header that does not fit its schema is a fault; content that is not
 * JSON is sent as it is
 * @param accept what the client takes, for a handler that leaves the choice of the media type
 * @throws UndocumentedResponseError naming the operation and what is not documented
 */
export function encodeResponse(
  contract: CompiledContract,
  validators: Validators,
  operation: CompiledOperation,
  response: HandlerResponse,
  validate: boolean,
  accept?: Accept,
): HttpResponse {
  const fault = (what: string): UndocumentedResponseError =>
    new UndocumentedResponseError(`The handler of "${operation.operationId}" ${what}`);
  const { status } = response;
  const documented = documentedResponse(operation, status);
  if (documented === undefined) throw fault(`gave the status ${status}, which is not documented`);
  const given = response.headers ?? {};
  const headers = encodeHeaders(contract, validators, documented, given, validate, fault);
  const chosen = forbidsContent(status)
    ? undefined
    : chooseContent(documented, response, accept, fault);
  if (chosen === undefined) return { status, headers };
  const { media } = chosen;
  const { mediaType, body } =
    media.kind === 'json'
      ? {
          mediaType: chosen.mediaType,
          body: jsonBody({ contract, validators, validate }, media, response.body, fault),
        }
      : rawContent(chosen, response.body, fault);
  headers[responseHeaders.contentType] = mediaType;
  return { status, headers, body };
}

/** The response for a final status; `default` does not make one of what is no final status. */
function documentedResponse(
  operation: CompiledOperation,
  status: number,
): CompiledResponse | undefined {
  if (!isFinalStatus(status)) return undefined;
  const key = responseKeyFor(operation.responses, status);
  return key === undefined ? undefined : operation.responses[key];
}

function jsonBody(
  options: {
    readonly contract: CompiledContract;
    readonly validators: Validators;
    readonly validate: boolean;
  },
  media: CompiledJson,
  body: unknown,
  fault: FaultOf,
): string {
  const { contract, validators, validate } = options;
  if (isRaw(body)) throw fault('gave bytes or a stream where the document states JSON');
  const text = encodeJson(contract, validators, media, body);
  const error = validate ? validateEncoded(validators, media.validator, text) : undefined;
  if (error !== undefined) throw fault(`gave a body that ${describeError(error)}`);
  return text;
}
