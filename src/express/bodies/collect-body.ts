import type { IncomingMessage } from 'node:http';
import { GrowingBuffer, type BodyRead, type Failure } from '../../contract';
import { isGathering, wastefulBody } from './gathering-message';
import type { UnfinishedBodies } from './unfinished-bodies';

/** Whose body is read, and among which. */
export interface BodyOwner {
  readonly client: string;
  readonly unfinished: UnfinishedBodies;
}

/** Reads a body that has not arrived yet as a whole. @param maxBytes the largest to take */
export function collectBody(
  message: IncomingMessage,
  maxBytes: number,
  { client, unfinished }: BodyOwner,
): Promise<BodyRead> {
  return new Promise((resolve) => {
    const buffer = new GrowingBuffer();
    const settle = (read: BodyRead): void => {
      message.off('data', onData).off('end', onEnd).off('close', onClose);
      body.end();
      resolve(read);
    };
    const refuse = (failure: Failure): void => {
      message.pause();
      settle({ outcome: 'refused', failure });
    };
    const body = unfinished.add(client, refuse);
    const onData = (chunk: Buffer): void => {
      if (buffer.length + chunk.length > maxBytes) {
        message.pause();
        settle({ outcome: 'too-large' });
        return;
      }
      buffer.append(chunk);
      body.grow(chunk.length);
    };
    const onEnd = (): void => {
      settle({ outcome: 'complete', bytes: buffer.bytes() });
    };
    const onClose = (): void => {
      settle({ outcome: 'aborted' });
    };
    message.on('data', onData).on('end', onEnd).on('close', onClose);
    // A connection that is cut is told by 'close' as well; without a listener, this would end the process.
    message.on('error', () => undefined);
    if (isGathering(message)) {
      message.onWasteful = () => {
        refuse(wastefulBody());
      };
      if (message.isWasteful) refuse(wastefulBody());
    }
  });
}
