import type { Direction } from '../../generate/index';

/** Something that the document says, at one place, for messages of one direction. */
export interface Construct {
  /** Of which kind it is, such as `keyword minLength`. */
  readonly kind: string;
  readonly pointer: string;
  readonly direction: Direction;
  readonly verdict: Verdict;
}

/**
 * What trying to break a construct showed: `refused` when a message that breaks it was refused, `idle`
 * when nothing can break it although it is meant to refuse something, `unbroken` when nothing was found
 * that breaks it, which may be right (`minLength: 0`).
 */
export type Verdict = 'refused' | 'idle' | 'unbroken';
