import { Failure, type HandlerResponse, UndocumentedResponseError } from '../contract';
import type { MockResponses } from './mock-responses';
import type { MockedExchange } from './mocked-exchange';
import { readWhole } from './read-items';
import type { AcceptedRequest } from './state/call';
import type { StatefulResponses } from './state/stateful-responses';
import type { Upstream } from './upstream/upstream';

/** What can respond to a request that the document takes, one after another. */

/** Ends a request that was sent on: its response goes past the document. Made once, since a stack takes long. */
const RELAYED = new Error('The upstream responded, and nothing is left to do');

/**
 * Has the upstream respond.
 *
 * @returns a function that resolves to undefined where the mock is to respond
 * @throws (from that function) RELAYED, once the exchange has the response of the upstream
 */
export function relayTo(
  upstream: Upstream | undefined,
): (operationId: string, exchange: MockedExchange, body: unknown) => Promise<Failure | undefined> {
  return async (operationId, exchange, body) => {
    if (upstream?.has(operationId) !== true) return undefined;
    await readWhole(body);
    const relayed = await upstream.relay(operationId, exchange.request);
    if (relayed instanceof Failure) {
      exchange.isOwnFailure = true;
      return relayed;
    }
    if ('mockedFor' in relayed) {
      exchange.warnings.push(relayed.mockedFor);
      return undefined;
    }
    exchange.source = 'upstream';
    exchange.relayed = relayed;
    throw RELAYED;
  };
}

/** Responds from what is kept, else from the document. */
export function responderOf(
  responses: MockResponses,
  state: StatefulResponses | undefined,
): (
  operationId: string,
  exchange: MockedExchange,
  request: AcceptedRequest,
) => HandlerResponse | Failure {
  return (operationId, exchange, request) => {
    const kept = state?.respond(operationId, request);
    exchange.source = kept === undefined ? 'made' : 'kept';
    if (!(kept instanceof Failure)) return responses.response(operationId, request.wishes, kept);
    exchange.isOwnFailure = true;
    return kept;
  };
}

/** True for what is no fault: that the document states no failure which only a mock meets, and RELAYED. */
export function isOwn(exchange: MockedExchange | undefined, error: unknown): boolean {
  if (exchange?.relayed !== undefined) return true;
  return exchange?.isOwnFailure === true && error instanceof UndocumentedResponseError;
}
