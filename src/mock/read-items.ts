import { isStream, ItemReader } from '../contract';

/**
 * Reads a body to its end, where it comes in items: they are validated when they are asked for.
 *
 * @throws InvalidItemError for one that does not fit
 */
export async function readItems(body: unknown): Promise<void> {
  if (!(body instanceof ItemReader)) return;
  while ((await body.next()).done !== true);
}

/** Reads a body to its end, where it comes in pieces. @throws what says that it may not be read on */
export async function readWhole(body: unknown): Promise<void> {
  if (body instanceof ItemReader || !isStream(body)) return;
  const reading = body[Symbol.asyncIterator]();
  while ((await reading.next()).done !== true);
}
