import { IncomingMessage } from 'node:http';
import { Failure, failureKinds } from '../../contract';
import { connectionOf } from '../connections/connections';

/** A piece of a body below this many bytes costs more memory as a buffer of its own than it holds. */
const SMALL_PIECE_BYTES = 512;

/** The size of the buffers in which small pieces are gathered. */
const GATHER_BYTES = 4_096;

/**
 * Pieces that a body may come in whatever their size: enough for a megabyte line by line. Each costs a
 * microsecond or two of CPU time, so that all of them cost no more than other requests of the same bytes.
 */
const FREE_PIECES = 8_192;

/** Bytes that a piece must have on average beyond those. */
const LEAST_PIECE_BYTES = 16;

/** A message whose small pieces are gathered. */
interface GatheringMessage extends IncomingMessage {
  /** True once the body came in so many small pieces that it is not read on. */
  readonly isWasteful: boolean;
  /** Called when `isWasteful` becomes true. */
  onWasteful: (() => void) | undefined;
}

/** False for messages of a server that is not of this project. */
export function isGathering(message: IncomingMessage): message is GatheringMessage {
  return 'isWasteful' in message;
}

/** The failure of a request whose body is not read on. */
export function wastefulBody(): Failure {
  const message = `The body comes in more than ${FREE_PIECES} chunks of less than ${LEAST_PIECE_BYTES} bytes; send larger ones`;
  return new Failure(failureKinds.bodyTooLarge, message);
}

/**
 * Makes a class of incoming messages whose bodies take memory by their bytes, whatever the pieces that they
 * come in. Node makes a buffer of each chunk, which for a chunk of one byte is some 250 bytes. Small ones
 * that arrive while others wait to be read are gathered here until they are asked for.
 */
export function gatheringMessageClass(): typeof IncomingMessage {
  return class extends IncomingMessage implements GatheringMessage {
    isWasteful = false;
    onWasteful: (() => void) | undefined;
    /** Absent while the body is of one piece, as most are. */
    private pieces: Pieces | undefined;
    private isBegun = false;

    /** Called by Node's parser for each piece of the body, and with null at its end. */
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
      if (piece.length < SMALL_PIECE_BYTES) connectionOf(this.socket)?.takeChunk();
      // A client that cannot help how a network cuts its body into pieces has announced its length.
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

/** The pieces of a body behind the first. */
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

  /** @returns the number of bytes that are gathered */
  gather(piece: Buffer): number {
    this.buffer ??= Buffer.allocUnsafeSlow(GATHER_BYTES);
    this.size += piece.copy(this.buffer, this.size);
    return this.size;
  }

  /** What is gathered, once. */
  take(): Buffer | undefined {
    const gathered = this.buffer?.subarray(0, this.size);
    this.buffer = undefined;
    this.size = 0;
    return gathered;
  }
}
