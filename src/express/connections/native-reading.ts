import type { Socket } from 'node:net';

/** What Node reads a socket with; its types do not have it. */
interface Handle {
  reading: boolean;
  readStart(): void;
  readStop(): void;
}

type NativeSocket = Socket & { readonly _handle?: Handle | null };

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
