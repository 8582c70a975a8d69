import {
  type HttpRequest,
  type HttpResponse,
  parseJson,
  parseRequestTarget,
  requestHeaders,
} from '../contract';
import { parsePreferences } from './choose-response';
import { RecordedRequest } from './recorded-request';
import type { AcceptedRequest } from './state/call';

/**
 * Where a response comes from: `kept` from what requests made, `made` from examples and schemas, `mock` for
 * requests that are refused, and for want of a response of the upstream.
 */
type ResponseSource = 'upstream' | 'kept' | 'made' | 'mock';

/** What a handler does not get and a mock needs. */
export interface MockedExchange {
  readonly request: RecordedRequest;
  /** Preferences that were met. */
  readonly applied: string[];
  /** What the client should know of the response. */
  readonly warnings: string[];
  /** Whether the response says where it comes from. */
  readonly isNamed: boolean;
  source: ResponseSource;
  /** The response says a failure of the mock's own, which a document need not state. */
  isOwnFailure?: true;
  /** Of the operation that accepted the request. */
  operationId?: string;
  /** What the upstream responded, which is sent as it is. */
  relayed?: HttpResponse;
}

/** @param isNamed whether the response is to say where it comes from */
export function newExchange(request: HttpRequest, isNamed: boolean): MockedExchange {
  const recorded = new RecordedRequest(request);
  return { request: recorded, applied: [], warnings: [], isNamed, source: 'mock' };
}

/** @param input as a handler gets it */
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

/** Says in headers how a response came about. @see https://www.rfc-editor.org/rfc/rfc7240#section-3 */
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

/** Clients and proxies take a header field of limited length, and other fields stand beside it. */
const MOST_CHARACTERS = 500;

/** A text as a header field can have it. @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
export function fieldValue(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > MOST_CHARACTERS
    ? `${printable.slice(0, MOST_CHARACTERS)}...`
    : printable;
}
