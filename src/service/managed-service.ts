import type { Service } from '../contract';
import { createManagement, createPublication } from '../management/management';
import { withPages } from '../management/pages';
import { type PublishedDocument, readPublished } from './published-document';
import type { AllWorkers } from './workers/worker';

/** A service with what is under `/-/` beside its document. */
export interface ManagedService<Locals = undefined> {
  /** What the document covers, and what is under `/-/` beside it. */
  readonly service: Service<Locals>;
  /** What is under `/-/`, for a listener of its own. */
  readonly management: Service<Locals>;
}

interface ManagedProgram<Locals> {
  readonly document?: PublishedDocument;
  readonly pageFollows?: boolean;
  readonly around?: (service: Service<Locals>) => Service<Locals>;
}

/** What is under `/-/` beside the documents. */
interface ManagementParts extends Omit<AllWorkers, 'live'>, Partial<Pick<AllWorkers, 'live'>> {
  /**
   * True where MANAGEMENT_PORT has a listener for it; then only what clients read is beside the document too,
   * since the docs page can try requests at its own origin alone.
   */
  readonly hasOwnPort: boolean;
}

/** Adds what is under `/-/` to the service of a program. @throws ConfigError where its document cannot be read */
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
