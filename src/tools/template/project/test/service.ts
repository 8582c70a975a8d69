import { TestCallers } from 'openapi-trellis-tools/testing';
import { typedCalls, type TypedCalls } from 'openapi-trellis/client';
import type { PrincipalsOf } from 'openapi-trellis/contract';
import type { operations } from '../generated/client-types.js';
import { contract } from '../generated/contract.js';
import { handlers } from '../generated/handlers.js';
import { validators } from '../generated/validators.js';
import type { authenticators } from '../src/authenticators.js';
import { readConfig, startServer } from '../src/server.js';

/** A request, in the form of tests that `npm run scaffold` writes. */
export interface TestRequest extends Pick<RequestInit, 'body'> {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The running service for the tests of a file. */
export interface TestService {
  /** Calls an operation, with the types of the document; rejects for a response that it does not state. */
  readonly call: TypedCalls<operations>;
  /** Sends any request, such as one that the document does not allow. */
  send(request: TestRequest): Promise<Response>;
  /**
   * The service as somebody calls it: requests get their credentials, and handlers get the principals.
   *
   * @param scopes what the caller may do; all by default
   */
  as(
    principals: Partial<PrincipalsOf<typeof authenticators>>,
    scopes?: readonly string[],
  ): Pick<TestService, 'call' | 'send'>;
}

/**
 * Starts the service on a free port before the tests of a file, and stops it after them. Tests say who calls: no
 * authenticator of the service is asked.
 *
 * @param more additional environment variables
 * @param own the service's authenticators, to test them too
 */
export function useService(
  more: Readonly<Record<string, string>> = {},
  own?: typeof authenticators,
): TestService {
  const callers = new TestCallers<typeof authenticators>(contract);
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  beforeAll(async () => {
    const config = readConfig({ PORT: '0', LOG_LEVEL: 'error', ...more });
    const program = { contract, validators, handlers };
    server = await startServer(config, program, own ?? callers.authenticators);
  });
  afterAll(() => server?.close());
  const sending = (send: TestService['send']): Pick<TestService, 'call' | 'send'> => ({
    call: typedCalls<operations>(send, { contract }),
    send,
  });
  const send: TestService['send'] = ({ target, ...init }) => fetch(`${server?.url}${target}`, init);
  return {
    ...sending(send),
    as: (principals, scopes) =>
      sending((request) => send(callers.signed(request, principals, scopes))),
  };
}
