import type { Service } from '../contract';
import { createManagement, createPublication } from '../management/management';
import { withPages } from '../management/pages';
import { type PublishedDocument, readPublished } from './published-document';
import type { AllWorkers } from './workers/worker';

export interface ManagedService<Locals = undefined> {
  /** Serves the document's operations, and pages under `/-/`. */
  readonly service: Service<Locals>;
  /** The pages under `/-/`, for a separate listener. */
  readonly management: Service<Locals>;
}

interface ManagedProgram<Locals> {
  readonly document?: PublishedDocument;
  readonly pageFollows?: boolean;
  readonly around?: (service: Service<Locals>) => Service<Locals>;
}

/** The pages under `/-/`, in addition to the documents. */
interface ManagementParts extends Omit<AllWorkers, 'live'>, Partial<Pick<AllWorkers, 'live'>> {
  /**
   * True where MANAGEMENT_PORT has a listener; then the service's port only serves the pages for clients, since the
   * docs page can only send requests to its own origin.
   */
  readonly hasOwnPort: boolean;
}

/** Adds the pages under `/-/` to the service of a program. @throws ConfigError where its document cannot be read */
export function managedService<Locals>(
  { document, pageFollows: follows = false, around = (served) => served }: ManagedProgram<Locals>,
  service: Service<Locals>,
  { live, notReady, writeMetrics, hasOwnPort }: ManagementParts,
): ManagedService<Locals> {
  const documents = document === undefined ? {} : readPublished(document);
  const published = { documents, tryItOut: !hasOwnPort, follows };
  const management = createManagement({
    ...published,
    live,
    metrics: writeMetrics,
    notReady,
  });
  const beside = hasOwnPort ? createPublication({ ...published, tryItOut: true }) : management;
  return {
    service: around(withPages(service, beside)),
    management: around({ ...service, handle: management }),
  };
}
