import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readIfRegular } from '../../cli/regular-file';

/**
 * What the disk said of paths, by these: where links lead and the hash of the text there, or the empty text where there
 * is nothing. Where it says the same again, the same document is read.
 */
export type SeenFiles = ReadonlyMap<string, string>;

/** What the disk says of a path now. @param file absolute */
export function stateOnDisk(file: string): string {
  try {
    const real = realpathSync(file);
    const text = readIfRegular(real);
    return stateOf(real, text === undefined ? undefined : textHash(text));
  } catch {
    return '';
  }
}

/** @param hash undefined for what is no text */
export function stateOf(real: string, hash: string | undefined): string {
  return `${hash ?? ''} ${real}`;
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
