import { IncomingMessage } from 'node:http';
import { connectionOf } from '../connections/connections';
import { Failure, failureKinds } from '../../contract/failure';

/** A piece of a body below this many bytes costs more memory as a buffer of its own than it holds. */
const SMALL_PIECE_BYTES = 512;

/** The size of the buffers in which small pieces are gathered. */
const GATHER_BYTES = 4_096;

/**
 * Pieces that a body may come in whatever their size: enough for a megabyte line by line. Each costs a
 * microsecond or two of CPU time, so that all of them cost no more than other requests of the same bytes.
 */
const FREE_PIECES = 8_192;

/** Pieces of a body from which on connections are read in slices, so that its parser does not keep all waiting. */
const MANY_PIECES = 512;

/** Bytes that a piece must have on average beyond those. */
const LEAST_PIECE_BYTES = 16;

/** A message whose small pieces are gathered. */
export interface GatheringMessage extends IncomingMessage {
  /** True once the body came in so many small pieces that it is not read on. */
  readonly isWasteful: boolean;
  /** Told when that happens. */
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
    private pieces = 0;
    private bytes = 0;
    private gathered: Buffer | undefined;
    private gatheredBytes = 0;

    /** Called by Node's parser for each piece of the body, and with null at its end. */
    override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
      if (piece === null) {
        this.flush();
        return super.push(null);
      }
      if (this.isWasteful) return true;
      this.pieces++;
      if (this.pieces === MANY_PIECES) connectionOf(this.socket)?.flood();
      this.bytes += piece.length;
      if (this.pieces > FREE_PIECES && this.isTooSmall()) return this.stop();
      if (this.readableLength > 0 && piece.length < SMALL_PIECE_BYTES) return this.gather(piece);
      this.flush();
      return super.push(piece, encoding);
    }

    override read(size?: number): unknown {
      this.flush();
      return super.read(size);
    }

    /** A client that cannot help how a network cuts its body into pieces has announced its length. */
    private isTooSmall(): boolean {
      const isChunked = this.headers['transfer-encoding'] !== undefined;
      return isChunked && this.bytes < (this.pieces - FREE_PIECES) * LEAST_PIECE_BYTES;
    }

    private stop(): boolean {
      this.isWasteful = true;
      this.onWasteful?.();
      return true;
    }

    private gather(piece: Buffer): boolean {
      if (this.gatheredBytes + piece.length > GATHER_BYTES) this.flush();
      this.gathered ??= Buffer.allocUnsafeSlow(GATHER_BYTES);
      this.gatheredBytes += piece.copy(this.gathered, this.gatheredBytes);
      return this.readableLength + this.gatheredBytes < this.readableHighWaterMark;
    }

    private flush(): void {
      const { gathered, gatheredBytes } = this;
      if (gathered === undefined) return;
      this.gathered = undefined;
      this.gatheredBytes = 0;
      super.push(gathered.subarray(0, gatheredBytes));
    }
  };
}
