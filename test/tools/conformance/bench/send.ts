import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { isObject, stringifyExactly } from './exact-json';
import type { Context, Response } from './exchange';

type Headers = Record<string, string>;

/** Sends a response in the manner of the variant. */
export async function send(
  request: IncomingMessage,
  to: ServerResponse,
  response: Response,
  context: Context,
): Promise<void> {
  const { has, is } = context;
  if (is('slow')) await wait(20 + 20 * Math.random());
  const headers: Headers = { ...response.headers };
  let content = contentOf(response, headers, context);
  if (is('absolute-location') && headers.Location !== undefined) {
    headers.Location = new URL(headers.Location, `http://${request.headers.host ?? ''}`).href;
  }
  if (is('unusual-fields')) Object.assign(headers, UNUSUAL_FIELDS);
  if (
    is('gzip') &&
    content.length > 0 &&
    /\bgzip\b/.test(String(request.headers['accept-encoding']))
  ) {
    headers['Content-Encoding'] = 'gzip';
    headers.Vary = 'Accept-Encoding';
    content = gzipSync(content);
  }
  const { status } = response;
  if (status === 204 && request.method === 'DELETE' && has('body-on-204')) {
    sendRaw(to, status, { 'Content-Type': 'application/json' }, Buffer.from('{"deleted":true}'));
  } else if (request.method === 'HEAD' && has('head-with-body')) {
    sendRaw(to, status, headers, content);
  } else if (Object.values(headers).some((value) => !/^[\t -~\x80-\xFF]*$/.test(value))) {
    sendRaw(to, status, headers, content);
  } else if (response.isEndless === true && request.method !== 'HEAD') {
    to.writeHead(status, headers).write(content);
  } else {
    await sendContent(request, to, status, headers, content, context);
  }
}

const UNUSUAL_FIELDS: Headers = {
  Expires: '-1',
  Vary: 'Origin, , Accept,',
  'Cache-Control': 'private="a, b", max-age="0"',
  'Content-Language': '',
  'Content-Disposition': 'inline;filename=a(1).json;',
  'Set-Cookie': 'a[b]={"c": 1, d}; Expires=Sun, 06-Nov-1994 08:49:37 GMT',
  Link: '</books?size[from]=1>;rel=related; title="a, b;", <>; rel="x y";',
  Deprecation: 'true',
};

/** Bypasses the checks of Node, like a server that has none. */
function sendRaw(to: ServerResponse, status: number, headers: Headers, content: Buffer): void {
  const all = { ...headers, 'Content-Length': String(content.length), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  to.socket?.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`);
  to.socket?.end(content);
}

async function sendContent(
  { method }: IncomingMessage,
  to: ServerResponse,
  status: number,
  headers: Headers,
  content: Buffer,
  { is }: Context,
): Promise<void> {
  const hasContent = status !== 204 && status !== 304;
  if (is('http10-closing')) {
    // Without chunks or a length, the end of the connection ends the content.
    to.useChunkedEncodingByDefault = false;
    to.shouldKeepAlive = false;
  } else if (hasContent && !is('chunked')) {
    headers['Content-Length'] = String(content.length);
  }
  if (is('chunked'))
    Object.assign(headers, { 'X-Powered-By': 'Library', 'Cache-Control': 'no-store' });
  to.writeHead(status, headers);
  if (!hasContent || method === 'HEAD') {
    to.end();
  } else if (is('chunked')) {
    const size = Math.max(1, Math.ceil(content.length / 64));
    for (let start = 0; start < content.length; start += size) {
      to.write(content.subarray(start, start + size));
    }
    to.end();
  } else {
    to.end(content);
  }
  await Promise.resolve();
}

function contentOf({ body, mediaType }: Response, headers: Headers, { has, is }: Context): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  const isText = typeof body === 'string';
  const type = mediaType ?? 'application/json';
  const isNameless = has('no-media-type') && headers['X-Total-Count'] !== undefined;
  if (!isNameless) headers['Content-Type'] = is('chunked') ? spelledOtherwise(type) : type;
  if (isText || Buffer.isBuffer(body)) return Buffer.from(body);
  return Buffer.from(is('other-spelling') ? otherSpelling(body) : stringifyExactly(body));
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1 */
function spelledOtherwise(mediaType: string): string {
  const [type = ''] = mediaType.split(';');
  return `${type.replace('json', 'JSON')};charset="UTF-8"`;
}

function otherSpelling(body: unknown): string {
  const text = stringifyExactly(reversed(body), 2);
  return text.replace(/[\u0080-\uFFFF]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [name, reversed(each)] as const);
  return Object.fromEntries(members.reverse());
}
