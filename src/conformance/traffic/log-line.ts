import { CommandError } from '../../cli/command-line';
import { isJsonObject, type JsonObject } from '../../generate/index';
import { bytesOf, type BodyJson, type ExchangeJson } from '../report/exchange-json';
import type { RecordedExchange } from './recorded-exchange';

/**
 * An exchange of the log that conformance testing writes.
 *
 * @param value a line, as JSON
 * @throws CommandError for another value, with its place
 */
export function readLogLine(value: unknown, place: string): RecordedExchange {
  if (!isExchange(value)) {
    throw new CommandError(`${place}: no exchange; "request" must have method, target and headers`);
  }
  const { request, response } = value;
  const { method, target, headers, body } = request;
  return {
    place,
    request: { method, target, headers, ...(body && { body: bytesOf(body) }) },
    ...(response && {
      response: {
        status: response.status,
        headers: response.headers,
        body: response.body ? bytesOf(response.body) : Buffer.alloc(0),
      },
    }),
    withoutBody: [],
  };
}

/** Of those members that are read here. */
function isExchange(value: unknown): value is Pick<ExchangeJson, 'request' | 'response'> {
  if (!isJsonObject(value) || !isJsonObject(value.request)) return false;
  const { request, response } = value;
  const isRequest =
    typeof request.method === 'string' && typeof request.target === 'string' && isMessage(request);
  if (!isRequest) return false;
  if (response === undefined) return true;
  return isJsonObject(response) && Number.isInteger(response.status) && isMessage(response);
}

function isMessage({ headers, body }: JsonObject): boolean {
  const isBody = body === undefined || isBodyJson(body);
  return isBody && Array.isArray(headers) && headers.every(isHeader);
}

function isHeader(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string')
  );
}

function isBodyJson(value: unknown): value is BodyJson {
  return (
    isJsonObject(value) && (typeof value.text === 'string' || typeof value.base64 === 'string')
  );
}
