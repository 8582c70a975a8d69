import type { IncomingMessage, ServerResponse } from 'node:http';
import { emitWarning } from 'node:process';
import { isJson, isUtf8Charset, parseMediaType, requestHeaders, stringifyJson } from '../contract';
import type { Request } from './app';
import { headerValues } from './incoming-message';

/** A request whose bytes a parser kept, by the property name that many applications use. */
type WithBytes = IncomingMessage & { rawBody?: unknown };

/**
 * Keeps the bytes of a body that `express.json()`, or another parser of Express, reads before `contractHandler` or
 * `contractGuard`, in `req.rawBody`: the contract then gets exactly the bytes sent.
 *
 * @example
 * ```ts
 * import express from 'express';
 * import type { Service } from 'openapi-trellis/contract';
 * import { contractHandler, keepBody } from 'openapi-trellis/express';
 *
 * export function appOf(service: Service): express.Express {
 *   return express()
 *     .use(express.json({ verify: keepBody }))
 *     .use(contractHandler(service));
 * }
 * ```
 */
export function keepBody(message: IncomingMessage, _: ServerResponse, bytes: Buffer): void {
  (message as WithBytes).rawBody = bytes;
}

/**
 * The body of a message that middleware has read: the bytes that it kept, the text or bytes that it produced, or its
 * JSON serialized again, which warns once.
 *
 * @throws Error naming the remedy where the body is unavailable, or differs from the bytes sent
 */
export function takenBody(message: Request & WithBytes): Buffer {
  const [contentType = ''] = headerValues(message, requestHeaders.contentType);
  const { essence = '', parameters = {} } = parseMediaType(contentType) ?? {};
  const parsed = message.body as unknown;
  const isUtf8 = isUtf8Charset(parameters.charset);
  for (const content of [message.rawBody, parsed]) {
    if (content instanceof Uint8Array)
      return Buffer.from(content.buffer, content.byteOffset, content.length);
    if (typeof content === 'string' && isUtf8) return Buffer.from(content);
  }
  if (parsed === undefined || !isJson(essence)) throw bodyGone(message);
  warnOnce();
  return Buffer.from(stringifyJson(parsed));
}

const routeOf = ({ method, baseUrl, path }: Request): string => `${method} ${baseUrl}${path}`;

/** The error of a body that middleware has read. */
export function bodyGone(message: Request): Error {
  const { method, baseUrl, path } = message;
  const [type = ''] = headerValues(message, requestHeaders.contentType);
  const left = message.body === undefined ? 'nothing of it is left' : 'its bytes were not kept';
  const fault = `The body of ${routeOf(message)} (${type}) was read by middleware before the contract, and ${left}`;
  if (!/^multipart\//i.test(type)) return new Error(`${fault}; ${REMEDY}`);
  const route = `app.${method.toLowerCase()}('${baseUrl}${path}', guard, parser, ...)`;
  return new Error(
    `${fault}; remove the parser in front, as in app.use(parser), and put it behind a guard: ${route}`,
  );
}

/** The error of a form that a guard has read, for the parser of a route that waits for it. */
export function formGone(message: Request, operationId: string): Error {
  return new Error(
    `The body of ${routeOf(message)} was read by the guard, and is compressed or too large to be put back; leave it to the parser of the route: contractGuard({ ..., ownBodies: ['${operationId}'] })`,
  );
}

const REMEDY =
  'mount contractHandler or contractGuard before the middleware that reads bodies, or keep the bytes there, as in ' +
  'express.json({ verify: keepBody })';

let isWarned = false;

function warnOnce(): void {
  if (isWarned) return;
  isWarned = true;
  emitWarning(
    'JSON bodies are parsed before they come to the contract: integers beyond 2^53 may have been altered, and ' +
      `a property that was sent twice is there once; ${REMEDY}`,
    { code: 'PARSED_BODY' },
  );
}
