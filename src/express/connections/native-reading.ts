import { readSync } from 'node:fs';
import type { Socket } from 'node:net';

/**
 * Bytes that are read at once; where there are fewer, no more have arrived. From one visit to the next
 * it may be 30 ms, in which one of few clients may well send 200 KB; with Node's own 64 KiB, what it sends beyond
 * them would pile up with the system.
 */
export const READ_BYTES = 262_144;

/** When so many bytes were read at once, more have probably arrived. */
const MUCH_BYTES = 16_384;

/** What Node reads a socket with; its types do not have it. */
interface Handle {
  /** Its number with the system; -1 or undefined where it has none, as on Windows. */
  readonly fd?: number;
  reading: boolean;
  readStart(): void;
  readStop(): void;
}

type NativeSocket = Socket & {
  readonly _handle?: Handle | null;
  /** True for TLS, whose bytes are no longer those of the system. */
  readonly encrypted?: boolean;
};

/**
 * Leaves what a client sends with the system. A socket that is only paused is read on until its buffer is full,
 * at 7 µs for each time that something arrives.
 */
export function stopReading({ _handle: handle }: NativeSocket): void {
  if (handle?.reading !== true) return;
  handle.reading = false;
  handle.readStop();
}

/** Reads on; by itself a socket does so only after something has arrived. */
export function startReading({ _handle: handle }: NativeSocket): void {
  if (handle?.reading !== false) return;
  handle.reading = true;
  handle.readStart();
}

const room = Buffer.allocUnsafeSlow(READ_BYTES);

/**
 * Reads what has arrived, while reading is stopped: in half of the time that it takes to start reading, be told of
 * what has arrived, and stop again.
 *
 * @returns undefined where nothing has arrived, and where only a socket that is read tells what has become of it
 */
export function readArrived({ _handle, encrypted }: NativeSocket): Buffer | undefined {
  const fd = encrypted === true ? undefined : _handle?.fd;
  if (fd === undefined || fd < 0) return undefined;
  const count = readSome(fd);
  return count > 0 ? Buffer.from(room.subarray(0, count)) : undefined;
}

/** @returns the bytes that were read into the room */
function readSome(fd: number): number {
  let count = 0;
  let last: number;
  try {
    do {
      last = readSync(fd, room, count, READ_BYTES - count, null);
      count += last;
      // The system takes more from the client only once what it has was read.
    } while (last >= MUCH_BYTES && count < READ_BYTES);
  } catch {
    // Nothing more has arrived.
  }
  return count;
}
