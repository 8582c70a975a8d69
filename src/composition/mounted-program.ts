import type { Service } from '../contract';
import {
  answerHandler,
  Closing,
  contractHandler,
  type RequestHandler,
  type Serving,
} from '../express';
import { createManagement, createPublication } from '../management/management';
import { isManagement } from '../management/pages';
import type { Telemetry } from '../telemetry/start-telemetry';
import type { Program } from './program';

/** A program as the application has it. */
export interface MountedProgram {
  readonly service: Service;
  /** Ends its streams, when another program takes its place. @returns whether there were any */
  readonly retire: () => boolean;
  /** Serves what is under `/-/`. */
  readonly beside: RequestHandler;
  /** Serves what the document covers, and leaves the rest. */
  readonly contract: RequestHandler;
  /** Serves what the document covers, and refuses the rest. */
  readonly last: RequestHandler;
}

/** What is under `/-/` beside the documents. */
export interface Besides {
  /**
   * Undefined where MANAGEMENT_PORT has a listener for it; then only what clients read is here too, since the
   * docs page can try requests at its own origin alone.
   */
  readonly notReady: (() => Promise<string | undefined>) | undefined;
  readonly telemetry: Telemetry;
}

/** Makes the handlers of a program. @param shared of the server: it is closing when that is */
export function mountProgram(
  { documents, pageFollows: follows = false }: Program,
  service: Service,
  shared: Serving,
  { notReady, telemetry }: Besides,
): MountedProgram {
  const closing = new Closing();
  const leave = shared.closing.onBegin(() => {
    closing.begin();
  });
  const serving = { ...shared, closing };
  const published = { documents, tryItOut: true, follows };
  const answer =
    notReady === undefined
      ? createPublication(published)
      : createManagement({ ...published, metrics: telemetry.writeMetrics, notReady });
  return {
    service,
    retire: () => {
      leave();
      return closing.endStreams();
    },
    beside: answerHandler(answer, { applies: isManagement, serving }),
    contract: contractHandler(service, { serving, fallThrough: true }),
    last: contractHandler(service, { serving }),
  };
}
