import { AsyncLocalStorage } from 'node:async_hooks';
import { type AnyHandler, Failure, failureKinds, type Service } from 'openapi-trellis/tools';
import { describeFaults, type SourceDocument } from '../document';
import type { HandlerName } from '../generate';
import type { LoadedContract } from '../validators';
import { ValueGenerator } from '../samples';
import { MockResponses, readItems } from '../mock';

/** The response header that marks a mocked response, with the name of the missing handler. */
const MOCKED_HANDLER = 'X-Mocked-Handler';

const SEED = 1;

/**
 * Replaces handlers that are not written yet: responses come from the document's examples and schemas, and a header
 * marks them.
 */
export class MockedOperations {
  /** State of the current request. */
  private readonly exchanges = new AsyncLocalStorage<{ mocked?: string }>();
  private readonly responses: MockResponses;

  /** @param say called once for each part that could not be made as documented */
  constructor(source: SourceDocument, loaded: LoadedContract, say: (line: string) => void) {
    const report = (pointer: string, message: string): void => {
      say(describeFaults([{ pointer, message }], source));
    };
    this.responses = new MockResponses(loaded, new ValueGenerator(loaded, SEED), report);
  }

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

/** An invalid mocked response would count as the service's own fault, although the document causes it. */
function invalid([fault = '']: readonly string[], file: string): Failure {
  const remedy = `give the response an example in the document, or write ${file}`;
  return new Failure(
    failureKinds.notImplemented,
    `The mock finds no valid body: ${fault}; ${remedy}`,
  );
}
