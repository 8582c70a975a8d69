import { createMock, type MockOptions } from '../../src/mock/create-mock';
import { withDocument } from '../../src/mock/published-document';
import { withState } from '../../src/mock/state/state-page';
import type { SourceDocument } from '../../src/generate/index';
import { createServer } from '../../src/express';
import { listen, type Listener } from '../../src/express/listener';
import { ROOT_HINT } from '../../src/management/root-hint';

/** Serves a document as `npm run mock` does, in this process. */
export async function serveMock(
  source: SourceDocument,
  options: Partial<MockOptions> = {},
): Promise<Listener> {
  const onFault =
    options.onFault ??
    ((error: unknown) => {
      throw error;
    });
  const mock = await createMock(source, {
    seed: 1,
    tokens: new Set(),
    maxBodyBytes: 1_000_000,
    rootHint: ROOT_HINT,
    report: () => undefined,
    onFault,
    ...options,
  });
  const published = withDocument(mock.loaded.document, mock.answer);
  const answer = mock.state ? withState(mock.state, published) : published;
  const server = createServer(answer, {
    respond: mock.respond,
    requestTimeoutMs: 30_000,
    onFault: (error) => {
      onFault(error, undefined);
    },
  });
  return listen(server, '127.0.0.1', 0, '--port');
}
