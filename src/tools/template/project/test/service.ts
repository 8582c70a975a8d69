import { readConfig } from '../src/config.js';
import { program } from '../src/program.js';
import { startServer } from '../src/server.js';

/** A request, in the form of tests that `npm run scaffold` writes. */
export interface TestRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer<ArrayBuffer> | FormData;
}

/** The running service for the tests of a file. */
export interface TestService {
  send(request: TestRequest): Promise<Response>;
}

/**
 * Starts the service on a free port before the tests of a file, and stops it after them.
 *
 * @param more additional environment variables
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
