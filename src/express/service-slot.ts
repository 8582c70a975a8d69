import type { Service } from '../contract';
import type { RequestHandler } from './app';
import { Closing, type Serving } from './serving';
import { contractHandler } from './contract-handler';

/**
 * The place of a service in an application. Another service can take it while the server goes on: requests end on
 * the one that they began on, and no connection is closed.
 */
export class ServiceSlot {
  private mounted: Mounted;

  /** @param serving of the server; streams of a service end with it, or when another takes its place */
  constructor(
    service: Service,
    private readonly serving: Serving,
  ) {
    this.mounted = mount(service, serving);
  }

  /** Serves what the document covers, and refuses the rest. */
  readonly handler: RequestHandler = (message, response, next) =>
    this.mounted.handler(message, response, next);

  /** As that of the service. */
  readonly respond: Service['respond'] = (failure) => this.mounted.service.respond(failure);

  /** Serves from the next request on by another service. Streams of the one before end; clients may ask again. */
  replace(service: Service): void {
    const before = this.mounted;
    this.mounted = mount(service, this.serving);
    before.retire();
  }
}

interface Mounted {
  readonly service: Service;
  /** Ends its streams, when another takes its place. */
  readonly retire: () => void;
  readonly handler: RequestHandler;
}

function mount(service: Service, shared: Serving): Mounted {
  const closing = new Closing();
  const leave = shared.closing.onBegin(() => {
    closing.begin();
  });
  return {
    service,
    retire: () => {
      leave();
      closing.endStreams();
    },
    handler: contractHandler(service, { serving: { ...shared, closing } }),
  };
}
