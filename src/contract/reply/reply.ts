import type { Accept } from './accept';
import type {
  CompiledContract,
  CompiledJson,
  CompiledOperation,
  CompiledResponse,
} from '../compiled-contract';
import { encodeJson, validateEncoded } from '../schema/encode-json';
import type { HandlerReply } from '../handler';
import { replyHeaders } from '../header-names';
import type { HttpReply } from '../http-message';
import { forbidsContent, isFinalStatus, responseKeyFor } from '../http-status';
import { chooseContent, isRaw, rawContent, type FaultOf } from './reply-content';
import { encodeHeaders } from './reply-headers';
import { describeError } from '../schema/validation-message';
import type { Validators } from '../schema/validation';

/**
 * Encodes what a handler returned, so that only what the document states leaves.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#response-object
 */

/** A handler gave a reply that the document does not state: a fault of the service, not of the client. */
export class UndocumentedReplyError extends Error {
  override readonly name = 'UndocumentedReplyError';
}

/**
 * @param validate whether a body or header that does not fit its schema is a fault; content that is not
 * JSON is sent as it is
 * @param accept what the client takes, for a handler that leaves the choice of the media type
 * @throws UndocumentedReplyError naming the operation and what is not documented
 */
export function encodeReply(
  contract: CompiledContract,
  validators: Validators,
  operation: CompiledOperation,
  reply: HandlerReply,
  validate: boolean,
  accept?: Accept,
): HttpReply {
  const fault = (what: string): UndocumentedReplyError =>
    new UndocumentedReplyError(`The handler of "${operation.operationId}" ${what}`);
  const { status } = reply;
  const response = documentedResponse(operation, status);
  if (response === undefined) throw fault(`gave the status ${status}, which is not documented`);
  const given = reply.headers ?? {};
  const headers = encodeHeaders(contract, validators, response, given, validate, fault);
  const chosen = forbidsContent(status) ? undefined : chooseContent(response, reply, accept, fault);
  if (chosen === undefined) return { status, headers };
  const { media } = chosen;
  const { mediaType, body } =
    media.kind === 'json'
      ? {
          mediaType: chosen.mediaType,
          body: jsonBody({ contract, validators, validate }, media, reply.body, fault),
        }
      : rawContent(chosen, reply.body, fault);
  headers[replyHeaders.contentType] = mediaType;
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
