import { readConfig } from '../src/config.js';
import { program } from '../src/program.js';
import { startServer } from '../src/server.js';

/** A request, as the tests that `npm run scaffold` writes have it. */
export interface TestRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer<ArrayBuffer> | FormData;
}

/** The service that runs for the tests of a file. */
export interface TestService {
  send(request: TestRequest): Promise<Response>;
}

/**
 * Starts the service on a free port before the tests of a file, and ends it after them.
 *
 * @param more variables of its environment
 */
export function useService(more: Readonly<Record<string, string>> = {}): TestService {
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  beforeAll(async () => {
    const env = { PORT: '0', ACCESS_TOKENS: 'test-token', LOG_LEVEL: 'warn', ...more };
    server = await startServer(readConfig(env), program);
  });
  afterAll(() => server?.close());
  return {
    send: ({ target, ...init }) => fetch(`${server?.url}${target}`, init),
  };
}
