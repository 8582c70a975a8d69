import { ItemReader } from '../../src/contract';

/**
 * Reads a body to its end, where it comes in items: they are validated when they are asked for.
 *
 * @throws InvalidItemError for one that does not fit
 */
export async function readItems(body: unknown): Promise<void> {
  if (!(body instanceof ItemReader)) return;
  while ((await body.next()).done !== true);
}
