import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AnyHandler,
  createService,
  type Extensions,
  type HttpRequest,
  type HttpResponse,
  type Service,
} from '../../src/contract';
import {
  type DocumentNotice,
  loadContract,
  type LoadedContract,
  type SourceDocument,
  ValueMaker,
} from '../generate/index';
import { headersOfHttp } from './headers-of-http';
import { mockAuthenticators } from './mock-authenticators';
import { MockResponses } from './mock-responses';
import { parsePreferences } from './preferences';
import { readItems } from './read-items';

/** A document that answers requests. */
export interface Mock {
  readonly loaded: LoadedContract;
  readonly maker: ValueMaker;
  /** Never rejects. @returns undefined when the client went away */
  readonly answer: (request: HttpRequest) => Promise<HttpResponse | undefined>;
  readonly respond: Service['respond'];
}

export interface MockOptions {
  /** The same seed gives the same responses. */
  readonly seed: number;
  /** Tokens that are taken as credentials; with none, all of the right form are. */
  readonly tokens: ReadonlySet<string>;
  readonly maxBodyBytes: number;
  /** What a 404 says more at the root. */
  readonly rootHint?: string;
  /**
   * Answer 500 for a response of which no valid body was found. Without it the body is sent as it is, which
   * helps more than its absence.
   */
  readonly validateResponses?: boolean;
  /** Refuses a document with a fault; else the operations that it touches are left out. */
  readonly strict?: boolean;
  /** The formats and keywords of the service that is mocked. */
  readonly extensions?: Extensions | undefined;
  /** Told of what the author of the document should know. */
  readonly notice?: (notice: DocumentNotice) => void;
  /** Told of what could not be made as the document wants it. */
  readonly report: (pointer: string, message: string) => void;
  /** Told of each fault of a response; the client gets 500. */
  readonly onFault: (error: unknown, operationId: string | undefined) => void;
  /** Told of each request that was accepted. */
  readonly onAccepted?: (operationId: string) => void;
}

/** What a handler does not get and a mock needs: the request as it came. */
interface MockedExchange {
  readonly request: HttpRequest;
  readonly applied: string[];
  readonly warnings: string[];
  /** Of the operation that accepted the request. */
  operationId?: string;
}

/**
 * Serves a document as a service does, with responses from its examples and schemas.
 *
 * @throws DocumentError when the document is faulty or asks for what cannot be served yet
 */
export async function createMock(source: SourceDocument, options: MockOptions): Promise<Mock> {
  const { document, faults } = source;
  const { strict = false, notice: report, extensions } = options;
  const loaded = loadContract(document, {
    faults,
    lazy: true,
    lazyErrors: true,
    strict,
    extensions,
    ...(report && { report }),
  });
  const maker = new ValueMaker(loaded, options.seed);
  const responses = new MockResponses(loaded, maker, options.report);
  const exchanges = new AsyncLocalStorage<MockedExchange>();
  const handler =
    (operationId: string): AnyHandler<undefined> =>
    async ({ body }: { readonly body?: unknown }) => {
      await readItems(body);
      options.onAccepted?.(operationId);
      const exchange = exchanges.getStore();
      if (exchange) exchange.operationId = operationId;
      return Promise.resolve(
        responses.response(operationId, {
          preferences: parsePreferences(exchange?.request.headerValues('prefer') ?? []),
          accept: exchange?.request.headerValues('accept') ?? [],
          onApplied: (preference) => exchange?.applied.push(preference),
          onWarning: (warning) => exchange?.warnings.push(warning),
        }),
      );
    };
  const { contract, validators } = loaded;
  const service = await createService({
    contract,
    validators,
    handlers: Object.fromEntries(
      contract.operations.map(({ operationId }) => [operationId, handler(operationId)]),
    ),
    dependencies: undefined,
    authenticators: mockAuthenticators(contract, options.tokens),
    maxBodyBytes: options.maxBodyBytes,
    ...(options.rootHint !== undefined && { rootHint: options.rootHint }),
    validateResponses: options.validateResponses ?? false,
    onFault: options.onFault,
  });
  return {
    loaded,
    maker,
    respond: service.respond,
    answer: async (request) => {
      const exchange: MockedExchange = { request, applied: [], warnings: [] };
      const response = await exchanges.run(exchange, () => service.handle(request));
      if (response === undefined) return undefined;
      const ofHttp = headersOfHttp(contract, exchange.operationId, response);
      return withNotes({ ...response, headers: { ...response.headers, ...ofHttp } }, exchange);
    },
  };
}

/** Says in headers how the response came about. @see https://www.rfc-editor.org/rfc/rfc7240#section-3 */
function withNotes(response: HttpResponse, { applied, warnings }: MockedExchange): HttpResponse {
  const notes = [
    ['Preference-Applied', applied],
    ['X-Mock-Warning', warnings],
  ] as const;
  const said = notes.filter(([, texts]) => texts.length > 0);
  if (said.length === 0) return response;
  const headers = said.map(([name, texts]) => [name, texts.join(', ')] as const);
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(headers) } };
}
