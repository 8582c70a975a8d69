import { AsyncLocalStorage } from 'node:async_hooks';
import { type AnyHandler, Failure, failureKinds, type Service } from '../contract';
import {
  describeFaults,
  type HandlerName,
  type LoadedContract,
  ValueGenerator,
  type SourceDocument,
} from '../generate/index';
import { MockResponses } from '../mock/mock-responses';
import { readItems } from '../mock/recorded-request';

/** The response header that says that the mock answered, with the name of the handler that is not written. */
const MOCKED_HANDLER = 'X-Mocked-Handler';

const SEED = 1;

/**
 * Stands in for handlers that are not written yet: responses come from the document's examples and schemas, and
 * have a header that says so, so that nobody takes one for the service's own.
 */
export class MockedOperations {
  /** What is known of the request that is being answered. */
  private readonly exchanges = new AsyncLocalStorage<{ mocked?: string }>();
  private readonly responses: MockResponses;

  /** @param say called once each with what could not be made as the document states it */
  constructor(source: SourceDocument, loaded: LoadedContract, say: (line: string) => void) {
    const report = (pointer: string, message: string): void => {
      say(describeFaults([{ pointer, message }], source));
    };
    this.responses = new MockResponses(loaded, new ValueGenerator(loaded, SEED), report);
  }

  /** The handler of an operation. */
  handler({ operationId, file }: HandlerName): AnyHandler<unknown> {
    return async ({ body }: { readonly body?: unknown }) => {
      await readItems(body);
      const exchange = this.exchanges.getStore();
      if (exchange !== undefined) exchange.mocked = file;
      const ignore = (): void => undefined;
      const faults: string[] = [];
      const onInvalid = (fault: string): number => faults.push(fault);
      const wishes = {
        preferences: {},
        accept: [],
        onApplied: ignore,
        onWarning: ignore,
        onInvalid,
      };
      const response = this.responses.response(operationId, wishes);
      return faults.length === 0 ? response : invalid(faults, file);
    };
  }

  /** Has a service say in its responses which come from here. */
  readonly around = (service: Service): Service => ({
    ...service,
    handle: async (request) => {
      const exchange: { mocked?: string } = {};
      const response = await this.exchanges.run(exchange, () => service.handle(request));
      if (response === undefined || exchange.mocked === undefined) return response;
      return { ...response, headers: { ...response.headers, [MOCKED_HANDLER]: exchange.mocked } };
    },
  });
}

/** The service would take a response for its own fault that only the document can have the mock make. */
function invalid([fault = '']: readonly string[], file: string): Failure {
  const remedy = `give the response an example in the document, or write ${file}`;
  return new Failure(
    failureKinds.notImplemented,
    `The mock finds no valid body: ${fault}; ${remedy}`,
  );
}
