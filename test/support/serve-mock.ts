import { createMock, type MockOptions } from '../../src/tools/mock/create-mock';
import { type MockAccess, startMock } from '../../src/tools/mock/start-mock';
import type { SourceDocument } from '../../src/tools/document';
import type { Listener } from '../../src/runtime/express/listener';
import { ROOT_HINT } from '../../src/runtime/management/root-hint';

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
  const server = await startMock(mock, options, { PORT: '0', LOG_LEVEL: 'silent' }, (error) => {
    onFault(error, undefined);
  });
  return { url: server.url, close: () => server.close() };
}
