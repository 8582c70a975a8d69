import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readIfRegular } from '../../cli/regular-file';

/**
 * The state on disk of each path: its real path and the hash of its text, or an empty string where there is no file.
 * Equal states mean that the same document is read.
 */
export type SeenFiles = ReadonlyMap<string, string>;

/** The current state of a path on disk. @param file absolute */
export function stateOnDisk(file: string): string {
  try {
    const real = realpathSync(file);
    const text = readIfRegular(real);
    return stateOf(real, text === undefined ? undefined : textHash(text));
  } catch {
    return '';
  }
}

/** @param hash undefined where there is no text */
export function stateOf(real: string, hash: string | undefined): string {
  return `${hash ?? ''} ${real}`;
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
