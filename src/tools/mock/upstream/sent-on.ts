import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { reasonOf, fieldsOf } from '../../judge';
import type { RecordedRequest } from '../recorded-request';
import { responseHeaders } from 'openapi-trellis/tools';
import type { HeaderField } from '../../samples';

/** A request to the upstream. */
interface SentOn {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly fields: readonly HeaderField[];
  readonly content: Buffer;
  /** Aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal;
}

/** A response of the upstream, whose body is not yet read. */
export interface UpstreamResponse {
  readonly status: number;
  readonly fields: readonly HeaderField[];
  readonly body: IncomingMessage;
}

/** Why there is no response: it is not HTTP, or it is late. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';

  constructor(
    message: string,
    readonly isLate: boolean,
  ) {
    super(message);
  }
}

/** Names the mock to the upstream. @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.3 */
const VIA: HeaderField = ['Via', '1.1 mock'];

/** @param target of the upstream */
export function sentOn(request: RecordedRequest, target: string): SentOn {
  const { method, content, signal } = request;
  const given = request
    .headerNames()
    .flatMap((name) => request.headerValues(name).map((value): HeaderField => [name, value]));
  const fields = withoutFields(endToEnd(given), 'host', 'content-length');
  const length: HeaderField[] =
    content.length > 0 || request.hasBody ? [['Content-Length', String(content.length)]] : [];
  return { method, target, fields: [...fields, ...length, VIA], content, signal };
}

const MAX_HEADER_BYTES = 128 * 1024;

/**
 * Sends a request, and waits for the head of its response. Redirects are not followed, so credentials reach no
 * other host.
 * @param timeoutMs maximum time until the head
 * @throws UpstreamError
 */
export async function send(
  url: URL,
  { method, target, fields, content, signal }: SentOn,
  timeoutMs: number,
): Promise<UpstreamResponse> {
  const protocol = url.protocol === 'https:' ? https : http;
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort();
  }, timeoutMs);
  try {
    // Each request has its own connection: a reused one may already be closed.
    const sending = protocol.request(url, {
      agent: false,
      method,
      path: target,
      headers: [['Host', url.host], ...fields].flat(),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: AbortSignal.any([signal, abort.signal]),
    });
    const body = await responseTo(sending, content);
    const { statusCode: status = 0, rawHeaders } = body;
    return { status, fields: fieldsOf(rawHeaders), body };
  } catch (error) {
    throw upstreamError(url, error, abort.signal.aborted ? timeoutMs : undefined);
  } finally {
    clearTimeout(timer);
  }
}

function responseTo(sending: http.ClientRequest, content: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sending.once('response', resolve);
    sending.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('it changes to another protocol, for which nobody asked'));
    });
    // Also after the response has begun: an error without a listener would end the process.
    sending.on('error', reject);
    sending.end(content);
  });
}

/** @param lateMs the elapsed timeout; undefined for other errors */
function upstreamError(url: URL, error: unknown, lateMs: number | undefined): UpstreamError {
  const where = `The upstream ${url.origin}`;
  if (lateMs === undefined) {
    const reason = `${where} gives no response: ${reasonOf(error)}`;
    return new UpstreamError(`${reason}; start it, or correct --upstream`, false);
  }
  const late = `${where} gave no response within ${lateMs / 1000} s`;
  return new UpstreamError(`${late}; see what it waits for, or raise --upstream-timeout`, true);
}

/**
 * Hop-by-hop fields, in addition to those named by the Connection field. `Proxy-Authorization` is for this proxy, and
 * `Expect` was met when the body was read.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
const HOP_BY_HOP: ReadonlySet<string> = new Set(
  ['connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization'].concat([
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ]),
);

export function endToEnd(fields: readonly HeaderField[]): HeaderField[] {
  const named = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase());
  return fields.filter(([name]) => {
    const key = name.toLowerCase();
    return !HOP_BY_HOP.has(key) && !named.includes(key);
  });
}

/** @param names in lower case */
export function withoutFields(
  fields: readonly HeaderField[],
  ...names: readonly string[]
): HeaderField[] {
  return fields.filter(([name]) => !names.includes(name.toLowerCase()));
}

/** The spelling of names elsewhere in the service, so no field occurs in two spellings. */
const REGISTERED: ReadonlyMap<string, string> = new Map(
  Object.values(responseHeaders).map((name) => [name.toLowerCase(), name]),
);

/** Fields by name, with a list of values for repeated ones. */
export function fieldsByName(fields: readonly HeaderField[]): Record<string, string | string[]> {
  const byName = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    const known = byName.get(key) ?? { name: REGISTERED.get(key) ?? name, values: [] };
    known.values.push(value);
    byName.set(key, known);
  }
  return Object.fromEntries(
    [...byName.values()].map(({ name, values: [first = '', ...others] }) => {
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}
