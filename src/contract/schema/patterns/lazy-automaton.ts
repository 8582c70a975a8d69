import type { CharacterClasses } from './character-classes';
import type { Instruction } from './linear-program';
import type { MatchingEffort } from './matching-effort';

/** States that are kept; beyond, all are forgotten and found anew. */
const MAX_STATES = 1_000;

/** A set of instructions that a text led to. */
interface State {
  readonly at: readonly number[];
  readonly steps: Map<number, Step>;
}

interface Step {
  /** The instructions match before the character. */
  readonly matched: boolean;
  readonly next: State;
}

/** What it takes to look at an instruction, about. */
const INSTRUCTION_US = 0.05;

/** Keys of steps hold a class in this many values. */
const CLASSES = 0x1_0001;

/**
 * Follows all ways through instructions at once. Sets of instructions and what a character makes of them
 * are found when they are first needed, and kept.
 *
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export class LazyAutomaton {
  /** The conditions that instructions ask for, as bits. */
  readonly asked: number;
  private states = new Map<string, State>();
  private readonly reached: Uint8Array;

  constructor(
    private readonly instructions: readonly Instruction[],
    readonly classes: CharacterClasses,
  ) {
    this.reached = new Uint8Array(instructions.length);
    this.asked = instructions.reduce((bits, each) => {
      return each[0] === 'if' ? bits | (1 << each[1]) : bits;
    }, 0);
  }

  /** Before any text. */
  get start(): State {
    return this.state([]);
  }

  /**
   * Goes on with a further match from its beginning, and with those under way.
   *
   * @param conditions that hold, as bits
   * @param character its class; undefined at the end
   * @param effort takes what is done for the first time
   * @throws what `effort` throws
   */
  step(
    state: State,
    conditions: number,
    character: number | undefined,
    effort: MatchingEffort,
  ): Step {
    const key = conditions * CLASSES + (character ?? CLASSES - 1);
    const known = state.steps.get(key);
    if (known !== undefined) return known;
    effort.spend(this.instructions.length * INSTRUCTION_US);
    const step = this.find(state, conditions, character);
    state.steps.set(key, step);
    return step;
  }

  private find(state: State, conditions: number, character: number | undefined): Step {
    this.reach(state, conditions);
    const next: number[] = [];
    let matched = false;
    for (let at = 0; at < this.instructions.length; at++) {
      if (this.reached[at] !== 1) continue;
      const instruction = this.instructions[at];
      if (instruction?.[0] === 'match') matched = true;
      else if (instruction?.[0] === 'character' && character !== undefined) {
        if (this.classes.isMatched(character, instruction[1])) next.push(at + 1);
      }
    }
    return { matched, next: this.state(next) };
  }

  /** Marks the instructions that are reached without a character. */
  private reach(state: State, conditions: number): void {
    this.reached.fill(0);
    const waiting = [0, ...state.at];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const instruction = this.instructions[at];
      if (instruction === undefined || this.reached[at] === 1) continue;
      this.reached[at] = 1;
      if (instruction[0] === 'fork') {
        for (let to = 1; to < instruction.length; to++) waiting.push(Number(instruction[to]));
      } else if (instruction[0] === 'if' && (conditions & (1 << instruction[1])) !== 0) {
        waiting.push(at + 1);
      }
    }
  }

  /** @param at in ascending order */
  private state(at: readonly number[]): State {
    const key = String.fromCharCode(...at);
    const known = this.states.get(key);
    if (known !== undefined) return known;
    if (this.states.size >= MAX_STATES) this.states = new Map();
    const state = { at, steps: new Map<number, Step>() };
    this.states.set(key, state);
    return state;
  }
}
