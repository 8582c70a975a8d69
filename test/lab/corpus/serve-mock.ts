import { createServer, listen } from '../../../src/runtime/express';
import type { SourceDocument } from '../../../src/tools/document';
import { createMock, type Mock } from '../../../src/tools/mock/create-mock';

/** A document that the mock serves on a free port. */
interface ServedMock {
  readonly mock: Mock;
  readonly url: string;
  close(): Promise<void>;
}

interface ServedMockOptions {
  /** The only accepted token. */
  readonly token: string;
  /** Called with each fault of a response; the client gets 500. */
  readonly onFault: (error: unknown, operationId?: string) => void;
  /** Called for each accepted request. */
  readonly onAccepted?: (operationId: string) => void;
}

const SEED = 1;
const MAX_BODY_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Serves a document like the mock, with validated responses.
 * @throws DocumentError or CompositionError when it cannot be served
 */
export async function serveMock(
  source: SourceDocument,
  { token, onFault, onAccepted }: ServedMockOptions,
): Promise<ServedMock> {
  const mock = await createMock(source, {
    seed: SEED,
    tokens: new Set([token]),
    maxBodyBytes: MAX_BODY_BYTES,
    // An invalid example is the document's fault; its replacement must be valid.
    report: () => undefined,
    validateResponses: true,
    onFault,
    ...(onAccepted && { onAccepted }),
  });
  const server = createServer((request) => mock.handle(request), {
    respond: mock.respond,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    onFault,
  });
  const listener = await listen(server, '127.0.0.1', 0, 'PORT');
  return { mock, url: listener.url, close: () => listener.close(0) };
}
