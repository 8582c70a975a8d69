/**
 * A regular expression as an automaton, which generation makes of a pattern that backtracking may take
 * long for, and linear-expression.ts runs.
 */
export interface LinearProgram {
  /** Those of the expressions of characters; with `u` a character is a code point, else a code unit. */
  readonly flags: string;
  /** Expressions that match one character each, such as `a`, `\s` or `[^0-9]`. */
  readonly characters: readonly string[];
  /** Look-around that conditions ask for, those inside of others before them. */
  readonly looks: readonly LookProgram[];
  readonly main: readonly Instruction[];
}

/** For a look-ahead the instructions read backward, from its end. */
export interface LookProgram {
  readonly ahead: boolean;
  readonly instructions: readonly Instruction[];
}

/** It begins with the first instruction, and goes on with the next one unless it says where. */
export type Instruction =
  | readonly ['character', index: number]
  /** Goes on at each of these. */
  | readonly ['fork', ...to: number[]]
  /** Goes on where the condition, one of those below, holds. */
  | readonly ['if', condition: number]
  | readonly ['match'];

/** The conditions at a place between characters; those of look-around follow. */
export const CONDITIONS = { start: 0, end: 1, boundary: 2, 'no boundary': 3 } as const;

/** The condition that a look-around holds, or fails. They are bits of a number, so there are few. */
export function lookCondition(look: number, negated: boolean): number {
  return 4 + 2 * look + (negated ? 1 : 0);
}

/** Look-around beyond which the conditions are no bits of an integer any more. */
export const MAX_LOOKS = 13;
