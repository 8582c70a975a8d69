/**
 * A regular expression as an automaton. Generation compiles it from a pattern for which backtracking may take long, and
 * linear-expression.ts runs it.
 */
export interface LinearProgram {
  /** Flags of the character expressions; with `u` a character is a code point, else a code unit. */
  readonly flags: string;
  /** Expressions that match one character each, such as `a`, `\s` or `[^0-9]`. */
  readonly characters: readonly string[];
  /** Look-arounds that conditions test; nested ones precede those around them. */
  readonly looks: readonly LookProgram[];
  readonly main: readonly Instruction[];
}

/** A look-ahead's instructions read backward, from its end. */
export interface LookProgram {
  readonly ahead: boolean;
  readonly instructions: readonly Instruction[];
}

/** Execution starts at the first instruction and continues with the next one by default. */
export type Instruction =
  | readonly ['character', index: number]
  /** Continues at each of these. */
  | readonly ['fork', ...to: number[]]
  /** Continues where the condition, one of those below, holds. */
  | readonly ['if', condition: number]
  | readonly ['match'];

/** The conditions at a place between characters; those of look-around follow. */
export const CONDITIONS = { start: 0, end: 1, boundary: 2, 'no boundary': 3 } as const;

/** The condition that a look-around holds, or fails. Conditions are bits of a number, which limits them. */
export function lookCondition(look: number, negated: boolean): number {
  return 4 + 2 * look + (negated ? 1 : 0);
}

/** The most look-arounds whose conditions fit the bits of an integer. */
export const MAX_LOOKS = 13;
