import { type Extensions, framingOf, pointerKeys } from '../contract';
import type { DocumentNotice } from '../document/model/document-error';
import {
  loadContract,
  type LoadedContract,
  type Located,
  type Operation,
  type SourceDocument,
  ValueGenerator,
} from '../generate/index';
import type { OperationRequest } from '../samples/requests/operation-request';
import { KnownCoverage } from './cases/known-coverage';
import type { Check } from './checks/check';
import { checks } from './checks/index';
import { EndedCredentials, TakenCredentials } from './credential-state';
import { Credentials, type GivenTokens, withoutSecurity } from './credentials';
import type { Exchange, Phase } from './exchange';
import { BasePaths, isSafe } from './http/request';
import { PatientSender, Sender } from './http/send';
import { RequestJudge } from './judge/judge-request';
import { sequencesOf } from './judge/response-items';
import { HyperjumpValidator, type JudgedDocument } from './judge/second-validator';
import { Tally } from './results';
import { Budget, type Limits } from './scheduling';
import { KnownItems } from './stateful/known-items';

/** Options of a run: the service under test, its document and the limits. */
export interface ConformanceOptions {
  /** The OpenAPI document, as read by `readDocument`. */
  readonly source: SourceDocument;
  /** The service's address, such as `http://127.0.0.1:3000`; a path replaces that of the document's server. */
  readonly url: string;
  /** An integer from 0 to 2^31 - 1; the same one gives the same requests. */
  readonly seed: number;
  /** The credentials to send, by caller. */
  readonly tokens: GivenTokens;
  /** Headers to send with every request. */
  readonly headers?: readonly (readonly [string, string])[];
  /** Changes each request before it is sent, for example to sign it. */
  readonly prepare?: (request: OperationRequest) => OperationRequest;
  readonly limits: Limits;
  /** Requests in flight at once, 1 or more. */
  readonly parallel: number;
  /** Timeout of one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Random requests to each operation, 0 or more. */
  readonly runs: number;
  /** Selects the operations that are tested; all by default. @param all operations of the document */
  readonly includes?: (operation: Operation, all: readonly Operation[]) => boolean;
  /** Selects the checks to make, by id; all by default. */
  readonly makes?: (check: string) => boolean;
  /** Sends only GET, HEAD, OPTIONS, QUERY and TRACE. */
  readonly readOnly?: boolean;
  /** True for a service that keeps no state, such as a mock: skips the stateful phase. */
  readonly stateless?: boolean;
  /** Treats every operation as one that needs no credentials. */
  readonly ignoresSecurity?: boolean;
  /** The service's own formats and keywords. */
  readonly extensions?: Extensions | undefined;
  /** Gives a value for a parameter that the service knows; undefined if there is none. */
  readonly known?: CaseContext['known'];
  /** Called with each exchange, for example to log it. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called from time to time during a run. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the run once the requests in flight have completed. */
  readonly signal?: AbortSignal;
}

/** The progress of a run. */
export interface Progress {
  readonly phase: Phase;
  readonly requests: number;
  readonly findings: number;
}

/** What the test cases of a run are made, sent and judged with: its options, and what is made of them once. */
export interface CaseContext {
  readonly options: ConformanceOptions;
  readonly document: JudgedDocument;
  /** The document reduced to the operations that are tested. */
  readonly loaded: LoadedContract;
  readonly maker: ValueGenerator;
  readonly coverage: KnownCoverage;
  readonly credentials: Credentials;
  readonly taken: TakenCredentials;
  readonly ended: EndedCredentials;
  readonly paths: BasePaths;
  readonly sender: PatientSender;
  readonly judge: RequestJudge;
  readonly checks: readonly Check[];
  readonly budget: Budget;
  readonly tally: Tally;
  /** The items that the service is known to have. */
  items: KnownItems;
  /** A parameter value for which the operation is known to find something; undefined if there is none. */
  known(operation: Operation, parameter: Located): unknown;
}

/**
 * Assembles a run.
 *
 * @throws DocumentError if the document cannot be read as OpenAPI
 */
export async function assemble(options: ConformanceOptions): Promise<CaseContext> {
  const { source, url, timeoutMs, signal, ignoresSecurity, readOnly } = options;
  const document = judgedDocument(options);
  const { loaded } = document;
  const statesSecurity = ignoresSecurity === true || 'security' in source.document;
  const credentials = new Credentials(loaded.contract, options.tokens, statesSecurity);
  const sequences = loaded.operations.flatMap((operation) => sequencesOf(loaded, operation));
  const sender = new Sender(url, {
    ...{ timeoutMs, maxConnections: options.parallel },
    isSequence: (essence) => framingOf(essence) !== undefined || sequences.includes(essence),
  });
  const budget = new Budget(options.limits);
  const stop = (): void => {
    budget.stop('interrupted');
  };
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  const tested = loaded.operations.filter(
    (operation, _, all) =>
      (options.includes?.(operation, all) ?? true) &&
      (readOnly !== true || isSafe(operation.method)),
  );
  const maker = new ValueGenerator(loaded, 1);
  const context: CaseContext = {
    ...{ options, document, maker, credentials, budget },
    loaded: { ...loaded, operations: tested },
    coverage: new KnownCoverage(loaded),
    taken: new TakenCredentials(credentials),
    ended: new EndedCredentials(credentials),
    paths: new BasePaths(loaded.contract, url),
    sender: new PatientSender(sender, timeoutMs),
    judge: await RequestJudge.of(document, credentials),
    checks: checks.filter(({ id }) => options.makes?.(id) ?? true),
    tally: new Tally(loaded),
    items: new KnownItems(maker),
    known: (operation, parameter) =>
      options.known?.(operation, parameter) ?? context.items.exampleFor(operation, parameter),
  };
  return context;
}

interface Compiled extends JudgedDocument {
  readonly extensions: Extensions | undefined;
}

/** Compiled documents of earlier runs. Compiling the schemas once serves all runs of a document. */
const compiled = new WeakMap<SourceDocument, Compiled>();

function judgedDocument(options: ConformanceOptions): JudgedDocument {
  const { source, extensions, ignoresSecurity } = options;
  let known = compiled.get(source);
  if (known === undefined || known.extensions !== extensions) {
    const { document, faults } = source;
    const leftOut: Pick<Operation, 'method' | 'path'>[] = [];
    const report = ({ severity, pointer }: DocumentNotice): void => {
      const [, path = '', method = ''] = pointerKeys(pointer);
      if (severity === 'left out') leftOut.push({ path, method: method.toUpperCase() });
    };
    const loading = { faults, lazy: true, extensions, defaults: false, report };
    const loaded = loadContract(document, loading);
    known = { source, loaded, leftOut, second: HyperjumpValidator.of(loaded), extensions };
    compiled.set(source, known);
  }
  return ignoresSecurity === true ? { ...known, loaded: withoutSecurity(known.loaded) } : known;
}
