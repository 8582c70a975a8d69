import type { Service } from '../../contract';
import {
  type Responder,
  expressAdapter,
  Closing,
  contractHandler,
  type RequestHandler,
  type Serving,
} from '../../express';
import { createManagement, createPublication } from '../../management/management';
import { isManagement } from '../../management/pages';
import type { Telemetry } from '../telemetry/telemetry';
import type { Program } from './service-definition';

/** A program as the application has it. */
export interface MountedProgram {
  readonly service: Service;
  /** Ends its streams, when another program takes its place. @returns whether there were any */
  readonly retire: () => boolean;
  /** Answers what is under `/-/`, for a listener of its own. */
  readonly management: Responder;
  /** Serves what is under `/-/` beside the document. */
  readonly beside: RequestHandler;
  /** Serves what the document covers, and leaves the rest. */
  readonly contract: RequestHandler;
  /** Serves what the document covers, and refuses the rest. */
  readonly last: RequestHandler;
}

/** What is under `/-/` beside the documents. */
interface Besides {
  readonly notReady: () => Promise<string | undefined>;
  readonly telemetry: Telemetry;
  /**
   * True where MANAGEMENT_PORT has a listener for it; then only what clients read is beside the document too,
   * since the docs page can try requests at its own origin alone.
   */
  readonly hasOwnPort: boolean;
}

/** Makes the handlers of a program. @param shared of the server: it is closing when that is */
export function mountProgram(
  { documents, pageFollows: follows = false }: Program,
  service: Service,
  shared: Serving,
  { notReady, telemetry, hasOwnPort }: Besides,
): MountedProgram {
  const closing = new Closing();
  const leave = shared.closing.onBegin(() => {
    closing.begin();
  });
  const serving = { ...shared, closing };
  const published = { documents, tryItOut: !hasOwnPort, follows };
  const management = createManagement({
    ...published,
    metrics: telemetry.writeMetrics,
    notReady,
  });
  const beside = hasOwnPort ? createPublication({ ...published, tryItOut: true }) : management;
  return {
    service,
    retire: () => {
      leave();
      return closing.endStreams();
    },
    management,
    beside: expressAdapter(beside, { applies: isManagement, serving }),
    contract: contractHandler(service, { serving, fallThrough: true }),
    last: contractHandler(service, { serving }),
  };
}
