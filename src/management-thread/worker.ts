import { parentPort, workerData } from 'node:worker_threads';
import { Closing, createAnswerServer } from '../express';
import { listen, ListenError, type Listener } from '../listener';
import { createManagement } from '../management/management';
import { readDocuments } from '../package-files';
import { RESPONSE_HEADERS } from '../composition/response-headers';
import { MetricsRequests } from './metrics-requests';
import { MainThread } from './main-thread';
import type { MainMessage, ThreadData, ThreadMessage } from './messages';

/** The other side of thread.ts: answers what is under `/-/`, from what the main thread has said of itself. */

const { host, port, limits } = workerData as ThreadData;
const mainThread = new MainThread();
const metrics = new MetricsRequests((format) => {
  say({ metricsWanted: format });
});
let listening: Promise<Listener | undefined> | undefined;
const closing = new Closing();

const counting = setInterval(() => {
  mainThread.passSecond();
}, 1_000);

parentPort?.on('message', (message: MainMessage) => {
  if ('closeWithinMs' in message) void close(message.closeWithinMs);
  else if ('metrics' in message) metrics.answer(message.format, message.metrics);
  else {
    mainThread.hear(message);
    listening ??= startListener();
  }
});

function say(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

async function startListener(): Promise<Listener | undefined> {
  const answer = createManagement({
    documents: readDocuments(),
    tryItOut: false,
    metrics: (format) => metrics.get(format),
    notReady: () => Promise.resolve(mainThread.notReady()),
    notLive: () => mainThread.notLive(),
  });
  const options = { ...limits, onFault: tellFault, closing, defaultHeaders: RESPONSE_HEADERS };
  const server = createAnswerServer(answer, options);
  try {
    const listener = await listen(server, host, port, 'MANAGEMENT_PORT');
    say({ url: listener.url });
    return listener;
  } catch (error) {
    // What else is thrown ends the thread, which the main thread is told of.
    if (!(error instanceof ListenError)) throw error;
    say({ refused: error.message });
    return undefined;
  }
}

function tellFault(error: unknown): void {
  say({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

async function close(withinMs: number): Promise<void> {
  closing.begin();
  const listener = await listening;
  await listener?.close(withinMs);
  clearInterval(counting);
  parentPort?.close();
}
