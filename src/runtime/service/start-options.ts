import type { Authenticators, CompiledContract, ServiceOptions } from '../contract';
import type { AppHandlers, LocalsOption } from '../express';
import type { TokenStore } from './access/token-store';
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
 * import type { Handlers } from 'openapi-trellis/contract';
 * import type { Program } from 'openapi-trellis/service';
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
   * The document published at `/-/openapi.json` and `/-/docs`: the path of the generated `openapi.json`, next to which
   * an `openapi.yaml` is published too, or its contents. By default it is not published.
   */
  readonly document?: PublishedDocument;
  /** Reloads an open docs page when the document changes, for programs that replace each other; off by default. */
  readonly pageFollows?: boolean;
}

/** The argument of a function that makes authenticators. */
export interface AccessSetup {
  readonly contract: CompiledContract;
  readonly config: ServiceConfig;
  readonly log: Log;
}

/**
 * A service, and its options in addition to its configuration.
 *
 * @typeParam Own the type of its authenticators, whose principals its handlers expect
 * @typeParam Locals its middleware's data about a request, for handlers and authenticators
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
    | ({ readonly [Scheme in keyof Own]: Own[Scheme] } & Authenticators<
        Dependencies,
        unknown,
        Locals
      >);
  /**
   * A store of further access tokens, which the default authenticators accept beside those of the configuration. It is
   * read for each request with a token that is not one of these, and closed by `close`.
   */
  readonly tokens?: TokenStore | undefined;
  /**
   * Keeps each token of the store for a second: for a database server, whose lookups take as long as a request. A
   * revocation takes effect a second later; off by default.
   */
  readonly cacheTokens?: boolean | undefined;
  /** The configuration; by default read from the environment of the process. */
  readonly config?: ServiceConfig;
  /**
   * Limits of single operations, by operationId, which take precedence over `x-max-body-bytes` and `x-rate-limit` of
   * the document.
   */
  readonly limits?: OperationLimits;
  /** A pino logger; by default one that writes to standard error. */
  readonly log?: Log;
  /** The output for requests, a line of JSON each, if the log's level includes them; by default the output of `log`. */
  readonly requestLines?: LineWriter;
  /** Express middleware around the contract. */
  readonly middleware?: Pick<AppHandlers, 'before' | 'after'>;
  /** The reason why no request can be served, such as an unavailable store, for `/-/ready`; undefined when ready. */
  readonly notReady?: () => Promise<string | undefined> | string | undefined;
  /** The service's own metrics, such as a `Registry` of prom-client. */
  readonly metrics?: readonly MetricsSource[];
  /** Shares the counts of RATE_LIMIT between instances; by default each counts alone. */
  readonly counters?: CounterTable | undefined;
  /** Called after the last response, also where the start fails, to close the resources of handlers. */
  readonly close?: () => Promise<void> | void;
}

/** Requires `locals` where handlers or authenticators expect data from the application. */
export type LocalsWanted<Locals> = undefined extends Locals ? unknown : LocalsOption<Locals>;

/** A running service. */
export interface RunningService<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
> {
  /** The URL of the service, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The URL of `/-/`: `url`, or the listener of MANAGEMENT_PORT. */
  readonly managementUrl: string;
  readonly log: Log;
  /**
   * Serves another program from the next request on, with the same dependencies and the same connections.
   *
   * @throws CompositionError when its parts do not match its document; the previous program stays in service
   */
  replace(program: Program<Dependencies, Own, Locals>): Promise<void>;
  /** Finishes requests in progress within SHUTDOWN_GRACE_MS and releases all resources. */
  close(): Promise<void>;
}
