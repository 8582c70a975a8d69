import type { ServerResponse } from 'node:http';
import type { UnsentResponses } from './connections/unsent-responses';

/**
 * Content beyond this many bytes is written in pieces of it, since how much of a piece a client has taken
 * cannot be seen. A client that takes less within `RESPONSE_TIMEOUT_MS` is cut.
 */
export const PIECE_BYTES = 65_536;

/** Writes content that is known as a whole, no faster than the client takes it, and ends the response. */
export async function writeContent(
  response: ServerResponse,
  content: Uint8Array,
  unsent: UnsentResponses,
): Promise<void> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    const isTaken = response.write(content.subarray(at, at + PIECE_BYTES));
    if (!isTaken) await unsent.drained(response, content.length - at);
    if (response.destroyed) return;
  }
  response.end();
}
