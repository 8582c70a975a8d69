import type { Service } from '../contract';
import { Closing, type Serving } from '../host';
import type { RequestHandler } from './app';
import { contractHandler, type LocalsOption, type MountOptions } from './contract-handler';

/**
 * Holds a service that can be replaced while the server runs. Requests finish on the service that they began on, and no
 * connection is closed.
 *
 * @example
 * ```ts
 * import type { Service } from 'openapi-trellis/contract';
 * import { createApp, createServing, type Express, ServiceSlot } from 'openapi-trellis/express';
 *
 * const serving = createServing();
 *
 * export function replaceable(service: Service): [Express, (next: Service) => void] {
 *   const slot = new ServiceSlot(service, serving);
 *   return [createApp({ contract: [slot.handler] }), (next) => void slot.replace(next)];
 * }
 * ```
 */
export class ServiceSlot<Locals = undefined> {
  private mounted: Mounted;
  private readonly locals: Partial<LocalsOption<Locals>>;

  /** @param serving the server's; streams of a service end with it, or when another service replaces it */
  constructor(
    service: Service<Locals>,
    private readonly serving: Serving,
    ...[locals = {}]: MountOptions<Locals, object>
  ) {
    this.locals = locals;
    this.mounted = mount(service, serving, locals);
  }

  /** Serves documented requests, and refuses others. */
  readonly handler: RequestHandler = (...exchange) => this.mounted.handler(...exchange);

  /** Serves documented requests, and passes others to the handlers after this one. */
  readonly fallThrough: RequestHandler = (...exchange) => this.mounted.fallThrough(...exchange);

  /** The current service's `respond`. */
  readonly respond: Service['respond'] = (failure) => this.mounted.service.respond(failure);

  /**
   * Replaces the service from the next request on. Streams of the previous one end; clients may reconnect.
   *
   * @returns whether there were any
   */
  replace(service: Service<Locals>): boolean {
    const before = this.mounted;
    this.mounted = mount(service, this.serving, this.locals);
    return before.retire();
  }
}

interface Mounted {
  readonly service: Pick<Service, 'respond'>;
  /** Ends its streams when another service replaces it. @returns whether there were any */
  readonly retire: () => boolean;
  readonly handler: RequestHandler;
  readonly fallThrough: RequestHandler;
}

function mount<Locals>(
  service: Service<Locals>,
  shared: Serving,
  locals: Partial<LocalsOption<Locals>>,
): Mounted {
  const closing = new Closing();
  const leave = shared.closing.onBegin(() => {
    closing.begin();
  });
  const options = { ...locals, serving: { ...shared, closing } };
  // The constructor has checked that the service and its locals match.
  const mounted = service as Service<unknown>;
  return {
    service,
    retire: () => {
      leave();
      return closing.endStreams();
    },
    handler: contractHandler<unknown>(mounted, options),
    fallThrough: contractHandler<unknown>(mounted, { ...options, fallThrough: true }),
  };
}
