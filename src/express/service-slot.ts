import type { Service } from '../contract';
import type { RequestHandler } from './app';
import { Closing, type Serving } from './serving';
import { contractHandler, type LocalsOption, type MountOptions } from './contract-handler';

/**
 * A place in an application for a service that can be replaced while the server runs. Requests end on the service
 * that they began on, and no connection is closed.
 *
 * @example
 * ```ts
 * import type { Service } from 'plant-store/contract';
 * import { createApp, createServing, type Express, ServiceSlot } from 'plant-store/express';
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

  /** @param serving of the server; streams of a service end with it, or when another takes its place */
  constructor(
    service: Service<Locals>,
    private readonly serving: Serving,
    ...[locals = {}]: MountOptions<Locals, object>
  ) {
    this.locals = locals;
    this.mounted = mount(service, serving, locals);
  }

  /** Serves what the document covers, and refuses the rest. */
  readonly handler: RequestHandler = (...exchange) => this.mounted.handler(...exchange);

  /** Serves what the document covers, and leaves the rest to the handlers after this one. */
  readonly fallThrough: RequestHandler = (...exchange) => this.mounted.fallThrough(...exchange);

  /** As that of the service. */
  readonly respond: Service['respond'] = (failure) => this.mounted.service.respond(failure);

  /**
   * Serves from the next request on by another service. Streams of the one before end; clients may ask again.
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
  /** Ends its streams, when another takes its place. @returns whether there were any */
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
  // That they belong together is seen where both are known.
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
