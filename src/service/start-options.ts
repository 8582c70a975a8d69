import type { Authenticators, CompiledContract, ServiceOptions } from '../contract';
import type { AppHandlers, LocalsOption } from '../express';
import type { ServiceConfig } from './config';
import type { Log } from './log';
import type { LineWriter } from './log-output';
import type { OperationLimits } from './operation-limits';
import type { PublishedDocument } from './published-document';
import type { CounterTable } from './quotas/shared-usage';
import type { MetricsSource } from './telemetry/metrics';

/**
 * The generated parts of a service and its handlers.
 *
 * @example
 * ```ts
 * import type { Handlers } from 'plant-store/contract';
 * import type { Program } from 'plant-store/service';
 * import { contract } from '../generated/contract';
 * import type { Operations } from '../generated/operations';
 * import { validators } from '../generated/validators';
 *
 * export function programOf<Dependencies>(
 *   handlers: Handlers<Operations, Dependencies>,
 * ): Program<Dependencies> {
 *   return { contract, validators, handlers, document: 'generated/openapi.json' };
 * }
 * ```
 */
export interface Program<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
> extends Pick<
  ServiceOptions<Dependencies, Own, Locals>,
  'contract' | 'validators' | 'handlers' | 'around'
> {
  /**
   * The document as clients read it at `/-/openapi.json` and `/-/docs`: the path of the generated `openapi.json`,
   * beside which an `openapi.yaml` is published too, or its contents. By default it is not published.
   */
  readonly document?: PublishedDocument;
  /** Has an open docs page follow the document, where one program takes the place of another; by default it does not. */
  readonly pageFollows?: boolean;
}

/** The argument of a function that makes authenticators. */
export interface AccessSetup {
  readonly contract: CompiledContract;
  readonly config: ServiceConfig;
  readonly log: Log;
}

/**
 * A service, and what it needs beside its configuration.
 *
 * @typeParam Own the type of its authenticators, which accept with what its handlers want
 * @typeParam Locals what its middleware says of a request, to handlers and authenticators
 */
export interface StartServiceOptions<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
>
  extends
    Program<Dependencies, Own, Locals>,
    Pick<ServiceOptions<Dependencies, Own, Locals>, 'dependencies' | 'errorBody'>,
    Partial<LocalsOption<Locals>> {
  /**
   * Authenticators by security scheme, or a function that makes them for each program. By default the tokens of
   * ACCESS_TOKENS and, with JWKS_URL, those of an issuer decide on every scheme that carries a token.
   */
  readonly authenticators?:
    | ((setup: AccessSetup) => Own & Authenticators<Dependencies, unknown, Locals>)
    | (Own & Authenticators<Dependencies, unknown, Locals>);
  /** The configuration; by default that of the environment of the process. */
  readonly config?: ServiceConfig;
  /**
   * Bounds of single operations, by operationId, which win over `x-max-body-bytes` and `x-rate-limit` of the
   * document.
   */
  readonly limits?: OperationLimits;
  /** A logger of pino; by default one that writes to standard error. */
  readonly log?: Log;
  /** Where requests are logged, a line of JSON each, if the level of the log has them; by default where `log` writes. */
  readonly requestLines?: LineWriter;
  /** Express middleware around the contract. */
  readonly middleware?: Pick<AppHandlers, 'before' | 'after'>;
  /** Why no request can be served now, such as a store that is away, for `/-/ready`; undefined when one can. */
  readonly notReady?: () => Promise<string | undefined> | string | undefined;
  /** Metrics of the service's own, such as a `Registry` of prom-client. */
  readonly metrics?: readonly MetricsSource[];
  /** Where instances share what they count for RATE_LIMIT; by default each counts by itself. */
  readonly counters?: CounterTable | undefined;
  /** Called after the last response, also where the start fails, to close what handlers use. */
  readonly close?: () => Promise<void> | void;
}

/** Demands locals where handlers or authenticators want to know something of the application. */
export type LocalsWanted<Locals> = undefined extends Locals ? unknown : LocalsOption<Locals>;

/** A running service. */
export interface RunningService<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
> {
  /** Where the document is served, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Where `/-/` is served: `url`, or the listener of MANAGEMENT_PORT. */
  readonly managementUrl: string;
  readonly log: Log;
  /**
   * Serves another program from the next request on, with the same dependencies and the same connections.
   *
   * @throws CompositionError when its parts do not belong together; the one before goes on being served
   */
  replace(program: Program<Dependencies, Own, Locals>): Promise<void>;
  /** Finishes what is in flight within SHUTDOWN_GRACE_MS and lets go of everything. */
  close(): Promise<void>;
}
