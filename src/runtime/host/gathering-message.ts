import { IncomingMessage } from 'node:http';
import { Failure, failureKinds } from '../contract';

/** Below this size, in bytes, a separate buffer for a chunk costs more memory than the chunk. */
const SMALL_PIECE_BYTES = 512;

/** The size of the buffers that collect small chunks. */
const GATHER_BYTES = 4_096;

/**
 * Chunks allowed whatever their size: enough for a megabyte line by line. Each costs a microsecond or two of CPU time,
 * so all of them cost no more than other requests with the same number of bytes.
 */
const FREE_PIECES = 8_192;

/** The average size required of chunks beyond those, in bytes. */
const LEAST_PIECE_BYTES = 16;

interface GatheringMessage extends IncomingMessage {
  /** True once the body had so many small chunks that reading has stopped. */
  readonly isWasteful: boolean;
  /** Called when `isWasteful` becomes true. */
  onWasteful: (() => void) | undefined;
}

/** False for messages of other servers than this project's. */
export function isGathering(message: object): message is GatheringMessage {
  return 'isWasteful' in message;
}

/** Cuts the connection where chunks would be dropped, so that no reader takes the rest for a complete body. */
export function cutWhenWasteful(message: IncomingMessage): void {
  if (!isGathering(message)) return;
  const cut = (): void => {
    message.socket.destroy();
  };
  message.onWasteful = cut;
  if (message.isWasteful) cut();
}

/** The failure of a request whose body is not read to its end. */
export function wastefulBody(): Failure {
  const message = `The body comes in more than ${FREE_PIECES} chunks of less than ${LEAST_PIECE_BYTES} bytes; send larger ones`;
  return new Failure(failureKinds.bodyTooLarge, message);
}

/**
 * Makes a class of incoming messages whose bodies take memory in proportion to their bytes, whatever the chunk size.
 * Node creates a buffer for each chunk, some 250 bytes even for a chunk of one byte. Small chunks that arrive while
 * others wait to be read are collected here until the next read.
 */
export function gatheringMessageClass(): typeof IncomingMessage {
  return class extends IncomingMessage implements GatheringMessage {
    isWasteful = false;
    onWasteful: (() => void) | undefined;
    /** Absent while the body has one chunk, the most common case. */
    private pieces: Pieces | undefined;
    private isBegun = false;

    /** Called by Node's parser for each chunk of the body, and with null at its end. */
    override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
      if (piece === null || !this.isBegun) {
        this.isBegun = true;
        this.flush();
        return super.push(piece, encoding);
      }
      this.pieces ??= new Pieces();
      if (this.isWasteful || this.isWastedBy(this.pieces, piece)) return true;
      if (this.readableLength > 0 && piece.length < SMALL_PIECE_BYTES) {
        if (!this.pieces.hasRoom(piece)) this.flush();
        const gathered = this.pieces.gather(piece);
        return this.readableLength + gathered < this.readableHighWaterMark;
      }
      this.flush();
      return super.push(piece, encoding);
    }

    override read(size?: number): unknown {
      this.flush();
      return super.read(size);
    }

    private isWastedBy(pieces: Pieces, piece: Buffer): boolean {
      pieces.count++;
      pieces.bytes += piece.length;
      // With a Content-Length, the network rather than the client may have split the body.
      if (!pieces.areTooSmall || this.headers['transfer-encoding'] === undefined) return false;
      this.isWasteful = true;
      this.onWasteful?.();
      return true;
    }

    private flush(): void {
      const gathered = this.pieces?.take();
      if (gathered !== undefined) super.push(gathered);
    }
  };
}

/** The chunks of a body after the first. */
class Pieces {
  count = 0;
  bytes = 0;
  private buffer: Buffer | undefined;
  private size = 0;

  get areTooSmall(): boolean {
    return this.bytes < (this.count - FREE_PIECES) * LEAST_PIECE_BYTES;
  }

  hasRoom(piece: Buffer): boolean {
    return this.size + piece.length <= GATHER_BYTES;
  }

  /** @returns the number of collected bytes */
  gather(piece: Buffer): number {
    this.buffer ??= Buffer.allocUnsafeSlow(GATHER_BYTES);
    this.size += piece.copy(this.buffer, this.size);
    return this.size;
  }

  /** The collected bytes, once. */
  take(): Buffer | undefined {
    const gathered = this.buffer?.subarray(0, this.size);
    this.buffer = undefined;
    this.size = 0;
    return gathered;
  }
}
