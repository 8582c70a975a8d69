import type { Extensions } from '../contract';
import type { Operation, SourceDocument } from '../generate/index';
import type { OperationRequest } from '../samples/requests/operation-request';
import type { Limits } from './budget';
import type { CaseContext } from './cases/operation-cases';
import type { GivenTokens } from './credentials';
import type { Exchange } from './exchange';
import type { Phase } from './test-case';

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
