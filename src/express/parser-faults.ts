import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure, failureKinds } from '../contract/failure';
import type { HttpReply } from '../contract/http-message';
import { writeRawReply } from './raw-reply';

/** The request that is under way on each connection. */
export type Exchanges = WeakMap<
  Duplex,
  { readonly message: IncomingMessage; readonly response: ServerResponse }
>;

/**
 * Gives requests that Node's parser refuses, or that do not arrive in time, a reply with the same body
 * as every other failure.
 *
 * @param exchanges kept up to date by the host
 */
export function answerParserFaults(
  server: Server,
  exchanges: Exchanges,
  answer: (failure: Failure) => HttpReply,
): void {
  // After its first fault a connection only closes; what else arrives on it is not looked at.
  const faulty = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (faulty.has(socket)) return;
    faulty.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET' || isReplying(exchanges, socket)) {
      socket.destroy();
      return;
    }
    writeRawReply(socket, answer(parserFailure(error.code)));
  });
}

/** True when a reply to an unfinished request has begun: another one would be taken for the next. */
function isReplying(exchanges: Exchanges, socket: Duplex): boolean {
  const exchange = exchanges.get(socket);
  return exchange !== undefined && exchange.response.headersSent && !exchange.message.complete;
}

function parserFailure(code: string | undefined): Failure {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Failure(
        failureKinds.headersTooLarge,
        'The request line and headers are larger than 16 KiB',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Failure(
        failureKinds.requestTimeout,
        'The request did not arrive completely in time; send it again',
      );
    default:
      return new Failure(
        failureKinds.malformedRequest,
        'The request is not well-formed HTTP/1.1, as RFC 9112 has it',
      );
  }
}
