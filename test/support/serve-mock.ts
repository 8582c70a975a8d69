import { createMock, type MockOptions } from '../../src/mock/create-mock';
import { type MockAccess, publishedMock } from '../../src/mock/published-document';
import type { SourceDocument } from '../../src/generate/index';
import { createServer } from '../../src/express';
import { listen, type Listener } from '../../src/express/listener';
import { ROOT_HINT } from '../../src/management/root-hint';

/** Serves a document as `npm run mock` does, in this process. */
export async function serveMock(
  source: SourceDocument,
  options: Partial<MockOptions> & MockAccess = {},
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
  const service = publishedMock(mock, options);
  const server = createServer((request) => service.handle(request), {
    respond: service.respond,
    requestTimeoutMs: 30_000,
    onFault: (error) => {
      onFault(error, undefined);
    },
  });
  return listen(server, '127.0.0.1', 0, '--port');
}
