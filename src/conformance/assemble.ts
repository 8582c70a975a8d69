import type { Extensions } from '../contract';
import { loadContract, type Operation, type SourceDocument, ValueMaker } from '../generate/index';
import type { OperationRequest } from '../samples/requests/operation-request';
import { type CaseContext, KnownCoverage } from './cases/operation-cases';
import { checks } from './checks/index';
import { EndedCredentials, TakenCredentials } from './credential-state';
import { Credentials, type GivenTokens, withoutSecurity } from './credentials';
import type { Exchange, Phase } from './exchange';
import { BasePaths, isSafe } from './http/request';
import { PatientSender, Sender } from './http/send';
import { RequestJudge } from './judge/judge-request';
import { HyperjumpValidator } from './judge/second-validator';
import { Tally } from './results';
import { Run } from './run';
import { Budget, type Limits } from './scheduling';
import { KnownItems } from './stateful/known-items';

/** What is tested, and how. */
export interface ConformanceOptions {
  readonly source: SourceDocument;
  /** Where the service is: `http://127.0.0.1:3000`; a path replaces that of the document's server. */
  readonly url: string;
  readonly seed: number;
  /** By whom requests are sent. */
  readonly tokens: GivenTokens;
  /** Sent with every request. */
  readonly headers?: readonly (readonly [string, string])[];
  /** Each request as it is to be sent, such as with a signature. */
  readonly prepare?: (request: OperationRequest) => OperationRequest;
  readonly limits: Limits;
  /** Requests at once. */
  readonly parallel: number;
  /** For one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Random requests to each operation. */
  readonly runs: number;
  /** The operations that requests are sent to; all by default. @param all of the document */
  readonly includes?: (operation: Operation, all: readonly Operation[]) => boolean;
  /** The checks that are made, by id; all by default. */
  readonly makes?: (check: string) => boolean;
  /** Only GET, HEAD, OPTIONS, QUERY and TRACE. */
  readonly readOnly?: boolean;
  /** The service keeps nothing, as a mock: no stateful phase. */
  readonly stateless?: boolean;
  /** Credentials are not looked at. */
  readonly ignoresSecurity?: boolean;
  readonly extensions?: Extensions | undefined;
  /** A value for a parameter that the service knows; undefined where there is none. */
  readonly known?: CaseContext['known'];
  /** Told of each exchange, for a log. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Told now and then how far it is. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the run after the requests that are under way. */
  readonly signal?: AbortSignal;
}

/** How far a run is. */
export interface Progress {
  readonly phase: Phase;
  readonly requests: number;
  readonly findings: number;
}

/** What requests are made, sent and judged with. */
export interface Assembled {
  readonly run: Run;
  readonly context: CaseContext;
  readonly sender: Sender;
  /** What the service is known to have. */
  readonly found: { items: KnownItems };
}

/**
 * Puts a run together.
 *
 * @throws DocumentError for a document that cannot be read as OpenAPI
 */
export async function assemble(options: ConformanceOptions): Promise<Assembled> {
  const { source, url, extensions, timeoutMs, parallel } = options;
  const { document, faults } = source;
  const read = loadContract(document, { faults, lazy: true, extensions, defaults: false });
  const loaded = options.ignoresSecurity === true ? withoutSecurity(read) : read;
  const second = await HyperjumpValidator.of(loaded);
  const judged = { source, loaded, second };
  const credentials = new Credentials(
    loaded.contract,
    options.tokens,
    options.ignoresSecurity === true || 'security' in document,
  );
  const paths = new BasePaths(loaded.contract, url);
  const sender = new Sender(url, { timeoutMs, maxConnections: parallel });
  const budget = new Budget(options.limits);
  const stop = (): void => {
    budget.stop('interrupted');
  };
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted === true) stop();
  const run = new Run({
    document: judged,
    judge: await RequestJudge.of(judged, credentials),
    sender: new PatientSender(sender, timeoutMs),
    checks: checks.filter(({ id }) => options.makes?.(id) ?? true),
    budget,
    tally: new Tally(loaded),
    taken: new TakenCredentials(credentials),
    ended: new EndedCredentials(credentials),
    documentTarget: (request) => paths.documentTarget(request),
    onExchange: options.onExchange ?? (() => undefined),
  });
  const maker = new ValueMaker(loaded, 1);
  const found = { items: new KnownItems(maker) };
  const operations = loaded.operations.filter(
    (operation) =>
      (options.includes?.(operation, loaded.operations) ?? true) &&
      (options.readOnly !== true || isSafe(operation.method)),
  );
  const context: CaseContext = {
    loaded: { ...loaded, operations },
    maker,
    credentials,
    coverage: new KnownCoverage(loaded),
    headers: options.headers ?? [],
    prepare: options.prepare ?? ((request) => request),
    known: (operation, parameter) =>
      options.known?.(operation, parameter) ?? found.items.exampleFor(operation, parameter),
    basePathOf: (operation) => paths.of(operation),
  };
  return { run, context, sender, found };
}
