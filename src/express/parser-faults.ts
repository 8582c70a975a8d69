import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure, failureKinds } from '../contract/failure';
import type { TextReply } from '../contract/http-message';
import { pendingExchanges } from './exchanges';
import { writeRawReply } from './raw-reply';

/**
 * Gives requests that Node's parser refuses, or that do not arrive in time, a reply with the same body
 * as every other failure, after the replies to the requests before it on the connection.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
export function answerParserFaults(server: Server, answer: (failure: Failure) => TextReply): void {
  // After its first fault a connection only closes; what else arrives on it is not looked at.
  const faulty = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (faulty.has(socket)) return;
    faulty.add(socket);
    void refuse(socket, error.code, answer);
  });
}

async function refuse(
  socket: Duplex,
  code: string | undefined,
  answer: (failure: Failure) => TextReply,
): Promise<void> {
  const pending = pendingExchanges(socket);
  const earlier = pending.filter(({ message }) => message.complete);
  await Promise.all(earlier.map(({ response }) => once(response, 'close')));
  // A reply to the faulty request itself may have begun; another one would be taken for the next.
  const begun = pending.some(({ message, response }) => !message.complete && response.headersSent);
  if (begun || code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else writeRawReply(socket, answer(parserFailure(code)));
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
