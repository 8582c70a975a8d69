import type { Kind } from '../../model/walk-document';
import type { Target } from './references';

/** Where a value stands. */
export interface Place extends Target {
  /** Its pointer in the bundled document. */
  readonly out: string;
  /** What references in it are relative to. */
  readonly base: string;
  /** Its file stands in the document as a whole. */
  readonly isEmbedded?: boolean;
}

/** A place below another one. @param suffix a JSON Pointer from there */
export function below(place: Place, suffix: string): Place {
  return { ...place, pointer: place.pointer + suffix, out: place.out + suffix };
}

/** A text that only what is referred to as one kind of object from the same place shares. */
export function keyOf(kind: Kind, { file, pointer }: Target): string {
  return `${kind} ${file.url}#${pointer}`;
}
