import { forbidsContent, parseMediaType } from 'openapi-trellis/tools';
import { CommandError } from '../../cli';
import { asObject, isJsonObject, type JsonObject } from '../../document';
import type { OperationRequest } from '../../samples';
import type { ReceivedResponse, RecordedExchange } from '../../judge';

/**
 * The exchanges of a HAR file over HTTP; others, such as those with `data:` URLs, are left out.
 *
 * @param log the member `log` of the file
 * @throws CommandError for an invalid entry, with its index
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function* readHar(log: JsonObject, file: string): Generator<RecordedExchange> {
  const { entries } = log;
  if (!Array.isArray(entries)) throw new CommandError(`${file}: log.entries must be a list`);
  for (const [index, entry] of entries.entries()) {
    const place = `${file}, log.entries[${index}]`;
    if (!isJsonObject(entry) || !isJsonObject(entry.request)) {
      throw new CommandError(`${place}: an entry must have a request`);
    }
    const target = targetOf(entry.request.url);
    if (target !== undefined)
      yield readEntry(entry.request, asObject(entry.response), target, place);
  }
}

function readEntry(
  given: JsonObject,
  answered: JsonObject,
  target: string,
  place: string,
): RecordedExchange {
  const { method } = given;
  if (typeof method !== 'string') throw new CommandError(`${place}: a request must have a method`);
  const headers = headersOf(given);
  const sent = requestBody(given);
  const request: OperationRequest = {
    method,
    target,
    headers,
    ...(sent !== undefined && sent !== 'unknown' && { body: sent }),
  };
  const { status } = answered;
  // The status 0 means a cancelled or blocked request.
  if (typeof status !== 'number' || status < 100) {
    return { place, request, withoutBody: sent === 'unknown' ? ['request'] : [] };
  }
  const received = method === 'HEAD' ? Buffer.alloc(0) : responseBody(answered, status);
  const response: ReceivedResponse = {
    status,
    headers: headersOf(answered).filter(([name]) => !OF_THE_TRANSFER.test(name)),
    body: received === 'unknown' ? Buffer.alloc(0) : received,
  };
  return {
    place,
    request,
    response,
    withoutBody: [
      ...(sent === 'unknown' ? (['request'] as const) : []),
      ...(received === 'unknown' ? (['response'] as const) : []),
    ],
  };
}

/** Path and query as written; undefined if it is not an HTTP URL. */
function targetOf(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  const [, target] = /^https?:\/\/[^/?#]*([^#]*)/i.exec(url) ?? [];
  return target?.startsWith('/') === false ? `/${target}` : target;
}

/** Headers that no longer apply to a body decoded by HAR. */
const OF_THE_TRANSFER = /^(?:content-encoding|content-length|transfer-encoding)$/i;

/** Headers without the pseudo-header fields of HTTP/2. @see https://www.rfc-editor.org/rfc/rfc9113#section-8.3 */
function headersOf({ headers }: JsonObject): (readonly [string, string])[] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header) => {
    const { name, value } = asObject(header);
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) return [];
    // Browsers join several fields of one name with line feeds.
    return value.split('\n').map((each) => [name, each] as const);
  });
}

/** The body; undefined if there was none, `unknown` if it was not recorded. */
function requestBody({ postData, bodySize }: JsonObject): Buffer | 'unknown' | undefined {
  if (!isJsonObject(postData)) {
    return typeof bodySize === 'number' && bodySize > 0 ? 'unknown' : undefined;
  }
  if (typeof postData.text === 'string') return bytes(postData.text, postData);
  const { params } = postData;
  if (!Array.isArray(params) || essenceOf(postData) !== 'application/x-www-form-urlencoded') {
    return 'unknown';
  }
  const fields = new URLSearchParams();
  for (const { name, value = '' } of params.map(asObject)) {
    fields.append(String(name), String(value));
  }
  return Buffer.from(fields.toString());
}

function responseBody({ content }: JsonObject, status: number): Buffer | 'unknown' {
  const { text, size, ...rest } = asObject(content);
  if (typeof text === 'string') return bytes(text, rest);
  return size === 0 || forbidsContent(status) ? Buffer.alloc(0) : 'unknown';
}

/** Encodes a text in the charset of its media type, which HAR has decoded. */
function bytes(text: string, { mimeType, encoding }: JsonObject): Buffer | 'unknown' {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  // A replacement character replaces bytes that were not text.
  if (text.includes('\ufffd')) return 'unknown';
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]+)/i.exec(String(mimeType)) ?? [];
  switch (charset.toLowerCase()) {
    case 'utf-8':
    case 'utf8':
    case 'us-ascii':
      return Buffer.from(text);
    case 'iso-8859-1':
      return Buffer.from(text, 'latin1');
    default:
      return 'unknown';
  }
}

function essenceOf({ mimeType }: JsonObject): string | undefined {
  return typeof mimeType === 'string' ? parseMediaType(mimeType)?.essence : undefined;
}
