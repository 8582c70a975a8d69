import type {
  CompiledContract,
  CompiledMediaType,
  CompiledOperation,
  CompiledResponse,
} from './compiled-contract';
import { encodeJson, validateEncoded } from './encode-json';
import type { HandlerReply } from './handler';
import { replyHeaders } from './header-names';
import type { HttpReply } from './http-message';
import { forbidsContent, isFinalStatus, responseKeyFor } from './http-status';
import { describeError } from './validation-message';
import type { Validators } from './validation';

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
 * @param validateBody whether a body that does not fit its schema is a fault
 * @throws UndocumentedReplyError naming the operation and what is not documented
 */
export function encodeReply(
  contract: CompiledContract,
  validators: Validators,
  operation: CompiledOperation,
  reply: HandlerReply,
  validateBody: boolean,
): HttpReply {
  const fault = (what: string): UndocumentedReplyError =>
    new UndocumentedReplyError(`The handler of "${operation.operationId}" ${what}`);
  const response = documentedResponse(operation, reply.status);
  if (response === undefined) {
    throw fault(`gave the status ${reply.status}, which is not documented`);
  }
  const headers = encodeHeaders(response, reply.headers ?? {}, fault);
  const chosen = forbidsContent(reply.status) ? undefined : chooseContent(response, reply, fault);
  if (chosen === undefined) return { status: reply.status, headers };
  const [mediaType, media] = chosen;
  const body = encodeJson(contract, validators, media, reply.body);
  const error = validateBody ? validateEncoded(validators, media.validator, body) : undefined;
  if (error !== undefined) throw fault(`gave a body that ${describeError(error)}`);
  return {
    status: reply.status,
    headers: { ...headers, [replyHeaders.contentType]: mediaType },
    body,
  };
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

type FaultOf = (what: string) => UndocumentedReplyError;

function chooseContent(
  response: CompiledResponse,
  reply: HandlerReply,
  fault: FaultOf,
): readonly [string, CompiledMediaType] | undefined {
  const entries = Object.entries(response.content);
  if (reply.body === undefined) {
    if (entries.length > 0) throw fault(`gave no body with the status ${reply.status}`);
    return undefined;
  }
  const wanted = reply.mediaType;
  const entry = wanted === undefined ? entries[0] : entries.find(([name]) => name === wanted);
  if (entry === undefined) {
    const kind = wanted === undefined ? 'a body' : `a body of the media type "${wanted}"`;
    throw fault(`gave ${kind} with the status ${reply.status}, which is not documented`);
  }
  return entry;
}

function encodeHeaders(
  response: CompiledResponse,
  given: Readonly<Record<string, unknown>>,
  fault: FaultOf,
): Record<string, string> {
  const byLowerCase = new Map(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const headers: Record<string, string> = {};
  for (const [name, { required }] of Object.entries(response.headers)) {
    const value = byLowerCase.get(name.toLowerCase());
    if (value === undefined) {
      if (required) throw fault(`left out the header "${name}"`);
    } else
      headers[name] = headerText(value, () =>
        fault(`gave the header "${name}" a character that none may hold`),
      );
  }
  return headers;
}

/** Visible characters, space and tab, as a field value may hold them (RFC 9110, section 5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The style of response headers is `simple`: items separated by commas. */
function headerText(value: unknown, invalid: () => Error): string {
  const text = [value].flat().map(String).join(',');
  if (!FIELD_VALUE.test(text)) throw invalid();
  return text;
}
