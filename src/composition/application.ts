import type { Service } from '../contract';
import {
  answerHandler,
  type AppHandlers,
  contractHandler,
  createApp,
  type Express,
  nameResponses,
  type RequestHandler,
  type Serving,
} from '../express';
import { createManagement, createPublication } from '../management/management';
import { isManagement } from '../management/pages';
import { readDocuments } from '../package-files';
import type { Telemetry } from '../telemetry/start-telemetry';

/** What the application has around the contract. */
export interface ApplicationOptions extends Omit<AppHandlers, 'contract'> {
  /** Serves what is under `/-/`. */
  readonly beside: RequestHandler;
  readonly serving: Serving;
}

/**
 * The application that every request passes: middleware, what is beside the document, the contract, and
 * behind it what gets the requests that the document does not cover.
 */
export function createApplication(
  service: Service,
  { beside, serving, before = [], after = [], ...settings }: ApplicationOptions,
): Express {
  const last = contractHandler(service, { serving });
  const contract =
    after.length === 0 ? [] : [contractHandler(service, { serving, fallThrough: true })];
  return createApp({
    ...settings,
    before: before.length === 0 ? before : [nameResponses, ...before],
    contract: [beside, ...contract],
    after: [...after, last],
  });
}

/**
 * Serves what is under `/-/` beside the document.
 *
 * @param notReady undefined where MANAGEMENT_PORT has a listener for it; then only what clients read is here too,
 *   since the docs page can try requests at its own origin alone
 */
export function besideHandler(
  notReady: (() => Promise<string | undefined>) | undefined,
  { writeMetrics: metrics }: Telemetry,
  serving: Serving,
): RequestHandler {
  const published = { documents: readDocuments(), tryItOut: true };
  const answer =
    notReady === undefined
      ? createPublication(published)
      : createManagement({ ...published, metrics, notReady });
  return answerHandler(answer, { applies: isManagement, serving });
}
