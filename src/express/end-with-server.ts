import type { MessagePair } from './connections/message-pair';
import type { Closing } from './closing';

/** How long a handler that is told of closing has to end its stream itself, in milliseconds. */
const LAST_WORDS_MS = 100;

/** How long a client then has to read the end of an event stream. */
const LAST_READ_MS = 1_000;

/**
 * Ends a response that need not have an end when its server closes, so that it does not hold the server up
 * for the whole grace time. Its handler may end it first, since it is told by `closing` of its context.
 *
 * Events end as if there were no more, after which their clients connect again, elsewhere. Of other items
 * the client must see that they are not all, and they may well be about to end; so they are cut, and only
 * once their handler gives none for a while.
 */
export function endWithServer(pair: MessagePair, closing: Closing, isEvents: boolean): void {
  const { response } = pair;
  let timer: NodeJS.Timeout | undefined;
  const off = closing.onBegin(() => {
    timer = isEvents ? endSoon(pair) : cutWhenIdle(pair);
  });
  response.once('close', () => {
    off();
    clearTimeout(timer);
  });
}

function endSoon({ response }: MessagePair): NodeJS.Timeout {
  return setTimeout(() => {
    response.end();
    const cut = setTimeout(() => response.destroy(), LAST_READ_MS);
    response.once('close', () => {
      clearTimeout(cut);
    });
  }, LAST_WORDS_MS);
}

function cutWhenIdle({ message: { socket }, response }: MessagePair): NodeJS.Timeout {
  let sent = socket.bytesWritten;
  return setInterval(() => {
    const isIdle = socket.bytesWritten === sent && socket.writableLength === 0;
    if (isIdle) response.destroy();
    sent = socket.bytesWritten;
  }, LAST_WORDS_MS);
}
