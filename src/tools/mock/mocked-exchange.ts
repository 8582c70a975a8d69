import {
  type HttpRequest,
  type HttpResponse,
  parseJson,
  parseRequestTarget,
  requestHeaders,
} from 'openapi-trellis/tools';
import { parsePreferences } from './choose-response';
import { RecordedRequest } from './recorded-request';
import type { AcceptedRequest } from './state/call';

/**
 * The source of a response: `kept` from earlier requests, `made` from examples and schemas, `mock` for rejected
 * requests and if the upstream did not respond.
 */
type ResponseSource = 'upstream' | 'kept' | 'made' | 'mock';

/** Data of an exchange that handlers do not get. */
export interface MockedExchange {
  readonly request: RecordedRequest;
  readonly applied: string[];
  /** Warnings for the client about the response. */
  readonly warnings: string[];
  /** True if the response states its source. */
  readonly isNamed: boolean;
  source: ResponseSource;
  /** The response is a failure of the mock itself, which need not be documented. */
  isOwnFailure?: true;
  /** The operation that accepted the request. */
  operationId?: string;
  /** The upstream's response, which is sent unchanged. */
  relayed?: HttpResponse;
}

/** @param isNamed true if the response states its source */
export function newExchange(request: HttpRequest, isNamed: boolean): MockedExchange {
  const recorded = new RecordedRequest(request);
  return { request: recorded, applied: [], warnings: [], isNamed, source: 'mock' };
}

/** @param input of a handler */
export function acceptedRequest(
  exchange: MockedExchange,
  input: AcceptedRequest['input'],
): AcceptedRequest {
  const { request, applied, warnings } = exchange;
  const [host = ''] = request.headerValues(requestHeaders.host);
  const { path = '', query = '' } = parseRequestTarget(request.target) ?? {};
  return {
    input,
    sentJson: () => {
      const json = parseJson(request.content);
      return 'fault' in json ? undefined : json.value;
    },
    path,
    query,
    origin: `http://${host}`,
    wishes: {
      preferences: parsePreferences(request.headerValues('prefer')),
      accept: request.headerValues(requestHeaders.accept),
      onApplied: (preference) => applied.push(preference),
      onWarning: (warning) => warnings.push(warning),
      onNotShown: () => {
        exchange.source = 'made';
      },
    },
  };
}

/** Adds headers about the origin of a response. @see https://www.rfc-editor.org/rfc/rfc7240#section-3 */
export function withNotes(response: HttpResponse, exchange: MockedExchange): HttpResponse {
  const { applied, warnings, isNamed, source } = exchange;
  const notes = [
    ['Preference-Applied', applied],
    ['X-Mock-Source', isNamed ? [source] : []],
    ['X-Mock-Warning', warnings],
  ] as const;
  const said = notes.filter(([, texts]) => texts.length > 0);
  if (said.length === 0) return response;
  const headers = said.map(([name, texts]) => [name, fieldValue(texts.join(', '))] as const);
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(headers) } };
}

/** Clients and proxies limit the length of a header field, which they share with other fields. */
const MOST_CHARACTERS = 500;

/** A text in the character set of header fields. @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
export function fieldValue(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > MOST_CHARACTERS
    ? `${printable.slice(0, MOST_CHARACTERS)}...`
    : printable;
}
