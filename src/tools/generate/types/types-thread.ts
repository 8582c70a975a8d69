import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { startThread } from '../../cli';
import { DocumentError, type DocumentFault, type JsonObject, type Operation } from '../../document';
import type { TypeModules, TypeOptions } from './type-declarations';

/**
 * The thread that generates types: loading TypeScript and printing types takes as long as the rest of generation, and
 * is independent of it.
 */

export interface TypesRequest {
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  readonly options: TypeOptions;
  readonly port: MessagePort;
}

export type TypesResponse =
  | { readonly modules: TypeModules }
  | { readonly faults: readonly DocumentFault[] }
  | { readonly error: unknown };

let thread: Worker | undefined;

/** V8 would use 48 MB for new objects, and be no faster. */
const LIMITS = { maxYoungGenerationSizeMb: 6 };

/** The length of types after which the thread ends: its memory is worth the half second that a new thread takes. */
const LARGE = 500_000;

/** Starts the thread unless it runs. An early call hides its loading time. */
export function startTypesThread(): Worker {
  if (thread !== undefined) return thread;
  thread = startThread(require.resolve('./types-worker'), undefined, LIMITS);
  // The thread ends with the process, which waits for answers, not for the thread.
  thread.unref();
  return thread;
}

/** Stops the thread, which holds 60 MB, and another 60 MB after a document of 3 MB. */
export async function endTypesThread(): Promise<void> {
  const ended = thread;
  thread = undefined;
  await ended?.terminate();
}

/** Runs typeDeclarations (type-declarations.ts) in the thread. */
export async function typesInThread(
  document: JsonObject,
  operations: readonly Operation[],
  options: TypeOptions,
): Promise<TypeModules> {
  const worker = startTypesThread();
  const { port1, port2 } = new MessageChannel();
  const response = await new Promise<TypesResponse>((resolve, reject) => {
    const fail = (error: Error): void => {
      port1.close();
      reject(error);
    };
    worker.once('error', fail);
    port1.once('message', (message: TypesResponse) => {
      worker.off('error', fail);
      port1.close();
      resolve(message);
    });
    const request: TypesRequest = { document, operations, options, port: port2 };
    worker.postMessage(request, [port2]);
  });
  if ('modules' in response) {
    // Each request that waits has a listener.
    const isIdle = worker.listenerCount('error') === 0;
    if (isIdle && response.modules.types.length > LARGE) await endTypesThread();
    return response.modules;
  }
  throw 'faults' in response ? new DocumentError(response.faults) : response.error;
}
