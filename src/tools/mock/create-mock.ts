import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AnyHandler,
  type CompiledContract,
  createService,
  type Extensions,
  type Service,
  type ServiceOptions,
  Failure,
  type HandlerResponse,
  type HttpResponse,
  ifNoneMatchNames,
  requestHeaders,
  UndocumentedResponseError,
} from 'openapi-trellis/tools';
import type { DocumentNotice, SourceDocument } from '../document';
import { loadContract, unsatisfiableWarnings } from '../generate';
import type { LoadedContract } from '../validators';
import { ValueGenerator } from '../samples';
import { headersOfHttp, withoutCarriers } from './mock-headers';
import { mockAuthenticators } from './mock-authenticators';
import { MockResponses } from './mock-responses';
import { acceptedRequest, type MockedExchange, newExchange, withNotes } from './mocked-exchange';
import { readItems, readWhole } from './recorded-request';
import type { AcceptedRequest } from './state/call';
import type { KeptLimits } from './state/kept-items';
import { StatefulResponses } from './state/stateful-responses';
import { Upstream, type UpstreamOptions } from './upstream/upstream';

export interface Mock extends Service {
  readonly loaded: LoadedContract;
  readonly maker: ValueGenerator;
  /** Absent if nothing is kept. */
  readonly state?: StatefulResponses;
}

export interface MockOptions {
  /** The same seed gives the same responses. */
  readonly seed: number;
  /** Tokens accepted as credentials; if empty, all well-formed ones are accepted. */
  readonly tokens: ReadonlySet<string>;
  readonly maxBodyBytes: number;
  /** Limits of what is kept of requests and shown in responses; by default nothing is kept. */
  readonly keeps?: KeptLimits | undefined;
  /** A service with some of the operations, to which their requests are forwarded. */
  readonly upstream?: UpstreamOptions | undefined;
  /** A hint that the 404 at the root includes. */
  readonly rootHint?: string;
  /** Responds 500 if no valid body was found. By default the invalid body is sent, which helps more than none. */
  readonly validateResponses?: boolean;
  /** Rejects a document with a fault; by default the affected operations are left out. */
  readonly strict?: boolean;
  /** The formats and keywords of the mocked service. */
  readonly extensions?: Extensions | undefined;
  /** The contract of the document, if it is already loaded. */
  readonly loaded?: LoadedContract | undefined;
  /** Called with notices for the document's author. */
  readonly notice?: (notice: DocumentNotice) => void;
  /** Called with parts that could not be made as the document requires. */
  readonly report: (pointer: string, message: string) => void;
  /** Called with each fault of a response; the client gets 500. */
  readonly onFault: (error: unknown, operationId: string | undefined) => void;
  /** Called for each accepted request. */
  readonly onAccepted?: (operationId: string) => void;
}

/**
 * Serves a document like a service, with responses from its examples and schemas.
 * @throws DocumentError when the document is faulty or uses something that cannot be served yet
 */
export async function createMock(source: SourceDocument, options: MockOptions): Promise<Mock> {
  const { seed, keeps } = options;
  const loaded = options.loaded ?? load(source, options);
  for (const fault of unsatisfiableWarnings(loaded.resolver, loaded.operations, 'response'))
    options.notice?.({ ...fault, severity: 'warning' });
  const maker = new ValueGenerator(loaded, seed);
  const responses = new MockResponses(loaded, maker, options.report);
  const state = keeps && new StatefulResponses(loaded, maker, responses, seed, keeps);
  const upstream =
    options.upstream && new Upstream(source, loaded, options.upstream, options.report);
  const exchanges = new AsyncLocalStorage<MockedExchange>();
  const handler =
    (operationId: string): AnyHandler<undefined> =>
    async (input: AcceptedRequest['input']) => {
      await readItems(input.body);
      options.onAccepted?.(operationId);
      const exchange = exchangeIn(exchanges);
      exchange.operationId = operationId;
      const request = acceptedRequest(exchange, input);
      return (
        (await relay(upstream, operationId, exchange, input.body)) ??
        respond(responses, state, operationId, exchange, request)
      );
    };
  const onFault: MockOptions['onFault'] = (error, operationId) => {
    if (!isOwn(exchanges.getStore(), error)) options.onFault(error, operationId);
  };
  const service = await createService(serviceOptions(loaded, handler, { ...options, onFault }));
  return {
    ...service,
    loaded,
    maker,
    ...(state && { state }),
    handle: async (request) => {
      const exchange = newExchange(request, keeps !== undefined || upstream !== undefined);
      const response = await exchanges.run(exchange, () => service.handle(exchange.request));
      if (exchange.relayed !== undefined) return withNotes(exchange.relayed, exchange);
      if (response === undefined) return undefined;
      const ofHttp = headersOfHttp(loaded.contract, exchange.operationId, response);
      const headers = { ...withoutCarriers(response.headers), ...ofHttp };
      const whole = { ...response, headers };
      return withNotes(notModified(loaded.contract, exchange, whole), exchange);
    },
  };
}

/**
 * The response to a client that has its content already, where the document states 304.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
function notModified(
  { operations }: CompiledContract,
  { operationId, request }: MockedExchange,
  response: HttpResponse,
): HttpResponse {
  const headers = Object.entries(response.headers);
  const [, tag = ''] = headers.find(([name]) => name.toLowerCase() === 'etag') ?? [];
  const named = request.headerValues(requestHeaders.ifNoneMatch);
  const operation = operations.find((each) => each.operationId === operationId);
  const isStated = operation?.method === 'GET' && '304' in operation.responses;
  if (!isStated || response.status !== 200 || !ifNoneMatchNames(named, String(tag)))
    return response;
  return {
    status: 304,
    headers: Object.fromEntries(headers.filter(([name]) => name !== 'Content-Type')),
  };
}

function load(
  { document, faults, part }: SourceDocument,
  { strict = false, notice: report, extensions }: MockOptions,
): LoadedContract {
  return loadContract(document, {
    ...{ faults, part },
    lazy: true,
    lazyErrors: true,
    strict,
    extensions,
    ...(report && { report }),
  });
}

function serviceOptions(
  { contract, validators }: LoadedContract,
  handler: (operationId: string) => AnyHandler<undefined>,
  { tokens, maxBodyBytes, rootHint, validateResponses = false, onFault }: MockOptions,
): ServiceOptions<undefined> {
  const { operations } = contract;
  return {
    contract,
    validators,
    handlers: Object.fromEntries(
      operations.map(({ operationId }) => [operationId, handler(operationId)]),
    ),
    dependencies: undefined,
    authenticators: mockAuthenticators(contract, tokens),
    maxBodyBytes,
    ...(rootHint !== undefined && { rootHint }),
    validateResponses,
    onFault,
  };
}

function exchangeIn(exchanges: AsyncLocalStorage<MockedExchange>): MockedExchange {
  const exchange = exchanges.getStore();
  if (exchange === undefined) throw new Error('A handler of a mock was called by something else');
  return exchange;
}

/**
 * Ends a forwarded request: its response bypasses the document. A single instance, since a stack trace is expensive.
 */
const RELAYED = new Error('The upstream responded, and nothing is left to do');

/**
 * Lets the upstream respond.
 * @returns undefined if the mock has to respond
 * @throws RELAYED, once the exchange has the upstream's response
 */
async function relay(
  upstream: Upstream | undefined,
  operationId: string,
  exchange: MockedExchange,
  body: unknown,
): Promise<Failure | undefined> {
  if (upstream?.has(operationId) !== true) return undefined;
  await readWhole(body);
  const relayed = await upstream.relay(operationId, exchange.request);
  if (relayed instanceof Failure) {
    exchange.isOwnFailure = true;
    return relayed;
  }
  if ('mockedFor' in relayed) {
    exchange.warnings.push(relayed.mockedFor);
    return undefined;
  }
  exchange.source = 'upstream';
  exchange.relayed = relayed;
  throw RELAYED;
}

/** Responds from kept resources, else from the document. */
function respond(
  responses: MockResponses,
  state: StatefulResponses | undefined,
  operationId: string,
  exchange: MockedExchange,
  request: AcceptedRequest,
): HandlerResponse | Failure {
  const kept = state?.respond(operationId, request);
  exchange.source = kept === undefined ? 'made' : 'kept';
  const given = kept ?? state?.echo(operationId, request);
  const response =
    given instanceof Failure ? given : responses.response(operationId, request.wishes, given);
  if (response instanceof Failure) exchange.isOwnFailure = true;
  return response;
}

/** True for an error that is not a fault: RELAYED, or the undocumented response of a failure that only a mock has. */
function isOwn(exchange: MockedExchange | undefined, error: unknown): boolean {
  if (exchange?.relayed !== undefined) return true;
  return exchange?.isOwnFailure === true && error instanceof UndocumentedResponseError;
}
