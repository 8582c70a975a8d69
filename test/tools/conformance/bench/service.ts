import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authenticate } from './authentication';
import { decodeBody, readBytes } from './bodies';
import { bookHandlers } from './books';
import { deskHandlers } from './desk';
import { type Context, type Handler, Refusal, type Response } from './exchange';
import type { FaultName } from './faults';
import { holdHandlers } from './holds';
import type { Operation } from './library';
import { memberHandlers } from './members';
import { decodeParameters, type ParameterSources, pairsOf } from './parameters';
import { htmlPage, problem, refusalResponse } from './refusals';
import { type Route, routesOf } from './routing';
import { send } from './send';
import { Store } from './store';
import { requestValidators } from './validation';
import type { VariantName } from './variants';

export interface ServiceOptions {
  readonly faults?: readonly FaultName[];
  readonly variant?: VariantName;
}

export interface RunningService {
  readonly url: string;
  close(): Promise<void>;
}

const handlers: Readonly<Record<string, Handler>> = {
  ...bookHandlers,
  ...memberHandlers,
  ...holdHandlers,
  ...deskHandlers,
};

/**
 * Serves library.yaml from memory on a free port, correctly except for the faults.
 *
 * Tokens are bench-token (all scopes), bench-reader (books:read only) and bench-other (another user, all scopes).
 * The key of the desk is bench-key, which belongs to the user of bench-token.
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { faults = [], variant } = options;
  const wrong = new Set(faults);
  const context: Context = {
    store: new Store(),
    has: (name) => wrong.has(name),
    is: (name) => name === variant,
    validators: requestValidators(faults),
  };
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    void serve(request, response, requests, context);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  count: number,
  context: Context,
): Promise<void> {
  try {
    const answer = await respond(request, count, context);
    if (answer === undefined) return;
    await send(request, response, answer, context);
  } catch {
    const failed = { status: 500, body: { error: 'Internal Server Error' } };
    if (!response.headersSent) await send(request, response, failed, context);
  }
}

/** @returns undefined for no response */
async function respond(
  request: IncomingMessage,
  count: number,
  context: Context,
): Promise<Response | undefined> {
  const { has, is } = context;
  const [path = '', ...query] = (request.url ?? '/').split('?');
  if (is('framework-defaults') && isMalformed(path)) return htmlPage(400);
  const method = request.method ?? '';
  const found = route(path, method, context);
  if (!('operation' in found)) {
    // A connection can only be reused after the body was read.
    request.resume();
    return found;
  }
  const { operation, path: segments } = found;
  const bytes = await readBytes(request);
  if (is('rate-limited') && '429' in operation.responses && count % 20 === 0) {
    return { ...problem(429, 'Wait', context), headers: { 'Retry-After': '0' } };
  }
  if (method === 'HEAD' && has('head-500')) throw new Error('no handler for HEAD');
  const sources = { path: segments, query: pairsOf(query.join('?')), headers: request.headers };
  if (operation.id === 'recommend' && has('drops-connection') && request.headers['x-age'] === '0') {
    request.socket.destroy();
    return undefined;
  }
  return handle(operation, sources, bytes, context);
}

/** The response of an operation. */
function handle(
  operation: Operation,
  sources: ParameterSources,
  bytes: Buffer | undefined,
  context: Context,
): Response | undefined {
  const { headers } = sources;
  try {
    const late = context.is('validates-first');
    const early = late ? '' : authenticate(operation, headers, context);
    const parameters = decodeParameters(operation, sources, context);
    const body = decodeBody(operation, headers, bytes, parameters, context);
    const user = late ? authenticate(operation, headers, context) : early;
    if (parameters.lendable === false && context.has('hangs')) return undefined;
    const handler = handlers[operation.id];
    if (handler === undefined) throw new Error(`There is no handler ${operation.id}`);
    return handler({ operation, parameters, body, user, headers }, context);
  } catch (error) {
    if (error instanceof Refusal) return refusalResponse(error, operation, context);
    throw error;
  }
}

/** The operation of a path and method, or the response if there is none. */
function route(path: string, method: string, context: Context): Route | Response {
  const { has, is } = context;
  const routes = routesOf(path);
  if (routes.length === 0) return noPath(path, context);
  const served = method === 'HEAD' && !is('methods-refused') ? 'GET' : method;
  const found = routes.find(({ operation }) => operation.method === served);
  if (found !== undefined) return found;
  const [first] = routes;
  if (first?.operation.id === 'getStatus' && has('any-method-reads')) return first;
  if (first?.operation.id === 'getMember' && method === 'DELETE' && has('undeclared-method')) {
    context.store.membersById.delete(first.path.memberId ?? '');
    return { status: 204 };
  }
  return noMethod(routes, method, context);
}

function noPath(path: string, context: Context): Response {
  const without = path.replace(/\/$/, '');
  if (context.is('redirecting') && routesOf(without).length > 0) {
    return { status: 308, headers: { Location: without } };
  }
  if (context.is('framework-defaults')) return htmlPage(404);
  return problem(404, 'There is no such path', context);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6 */
function noMethod(routes: readonly Route[], method: string, context: Context): Response {
  const { has, is } = context;
  const declared = routes.map(({ operation }) => operation.method);
  const reads = declared.includes('GET') && !is('methods-refused') ? ['HEAD'] : [];
  const options = is('methods-refused') ? [] : ['OPTIONS'];
  const headers = { Allow: [...declared, ...reads, ...options].join(', ') };
  if (method === 'OPTIONS' && has('options-500')) throw new Error('no handler for OPTIONS');
  if (method === 'OPTIONS' && !is('methods-refused')) return { status: 204, headers };
  if (is('framework-defaults')) return htmlPage(404);
  if (is('not-found-for-method')) return problem(404, 'There is no such operation', context);
  const refusal = problem(405, `Allowed are ${headers.Allow}`, context);
  return has('allow-missing') ? refusal : { ...refusal, headers };
}

function isMalformed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}
