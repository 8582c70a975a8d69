import { CONDITIONS, lookCondition, type LinearProgram, type Instruction } from './linear-program';
import { MatchBudget } from './match-budget';

/**
 * A regular expression with linear running time for any text: it follows all paths through the automaton at once, where
 * `RegExp` tries one after the other. It gives the same result as `RegExp`, since it uses `RegExp` to match each single
 * character.
 */
export class LinearExpression {
  private readonly classes: CharacterClasses;
  private readonly main: LazyAutomaton;
  private readonly looks: readonly { readonly ahead: boolean; readonly automaton: LazyAutomaton }[];

  /** @param pattern for messages */
  constructor(
    program: LinearProgram,
    private readonly pattern: string,
  ) {
    this.classes = new CharacterClasses(program.characters, program.flags);
    const automaton = (instructions: LinearProgram['main']): LazyAutomaton =>
      new LazyAutomaton(instructions, this.classes);
    this.main = automaton(program.main);
    this.looks = program.looks.map(({ ahead, instructions }) => {
      return { ahead, automaton: automaton(instructions) };
    });
  }

  toString(): string {
    return `linear ${this.pattern}`;
  }

  /**
   * True when the expression matches some part of the text.
   *
   * @throws MatchBudgetExceededError when the automaton has so many states that the text takes too long
   * @throws UnavailableError when this and other matches take too long together
   */
  test(text: string): boolean {
    const places = new Places(this.classes.of(text), new MatchBudget(this.pattern));
    for (const { ahead, automaton } of this.looks) {
      places.looks.push(ends(automaton, places, ahead));
    }
    return matches(this.main, places);
  }
}

const BOUNDARIES = (1 << CONDITIONS.boundary) | (1 << CONDITIONS['no boundary']);

/** The places between the characters of a text, and the conditions that hold at each. */
class Places {
  /** For each look-around, 1 at the places where it holds. */
  readonly looks: Uint8Array[] = [];

  /** @param classes the class of each character */
  constructor(
    readonly classes: Uint16Array,
    readonly effort: MatchBudget,
  ) {}

  get last(): number {
    return this.classes.length;
  }

  /** The conditions of `asked` that hold at a place, as bits. */
  conditions(place: number, asked: number, classes: CharacterClasses): number {
    let held = 0;
    if (place === 0) held |= 1 << CONDITIONS.start;
    if (place === this.last) held |= 1 << CONDITIONS.end;
    if ((asked & BOUNDARIES) !== 0) {
      const isBoundary = this.isWord(place - 1, classes) !== this.isWord(place, classes);
      held |= 1 << (isBoundary ? CONDITIONS.boundary : CONDITIONS['no boundary']);
    }
    for (let look = 0; look < this.looks.length; look++) {
      held |= 1 << lookCondition(look, this.looks[look]?.[place] !== 1);
    }
    return held & asked;
  }

  private isWord(index: number, classes: CharacterClasses): boolean {
    const known = this.classes[index];
    return known !== undefined && classes.isWord(known);
  }
}

function matches(automaton: LazyAutomaton, places: Places): boolean {
  let state = automaton.start;
  for (let place = 0; place <= places.last; place++) {
    const held = places.conditions(place, automaton.asked, automaton.classes);
    const step = automaton.step(state, held, places.classes[place], places.effort);
    if (step.matched) return true;
    state = step.next;
  }
  return false;
}

/**
 * The places where a match ends that began anywhere before, as 1.
 *
 * @param backward from the end of the text to its start
 */
function ends(automaton: LazyAutomaton, places: Places, backward: boolean): Uint8Array {
  const found = new Uint8Array(places.last + 1);
  let state = automaton.start;
  for (let passed = 0; passed <= places.last; passed++) {
    const place = backward ? places.last - passed : passed;
    const held = places.conditions(place, automaton.asked, automaton.classes);
    const character = places.classes[backward ? place - 1 : place];
    const step = automaton.step(state, held, character, places.effort);
    if (step.matched) found[place] = 1;
    state = step.next;
  }
  return found;
}

/** The most states kept; beyond that, all are discarded and computed again. */
const MAX_STATES = 1_000;

/** A reachable set of instructions. */
interface State {
  readonly at: readonly number[];
  readonly steps: Map<number, Step>;
}

interface Step {
  /** The instructions match before the character. */
  readonly matched: boolean;
  readonly next: State;
}

/** Approximate time per instruction, in microseconds. */
const INSTRUCTION_US = 0.05;

/** The number of character classes in the keys of steps. */
const CLASSES = 0x1_0001;

/**
 * Follows all paths through instructions at once. Sets of instructions, and their steps by character, are computed on
 * first use and kept.
 *
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
class LazyAutomaton {
  /** The conditions that instructions test, as bits. */
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

  /** The state before any text. */
  get start(): State {
    return this.state([]);
  }

  /**
   * Starts another match here, and advances those in progress.
   *
   * @param conditions the conditions that hold, as bits
   * @param character its class; undefined at the end
   * @param effort charged for steps computed for the first time
   * @throws errors of `effort`
   */
  step(state: State, conditions: number, character: number | undefined, effort: MatchBudget): Step {
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

  /** Marks the instructions reachable without a character. */
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

/** The most characters whose class is kept. */
const MAX_KEPT = 10_000;

/** Classifies the characters of a text by the characters of an expression that they match. */
class CharacterClasses {
  private readonly expressions: readonly RegExp[];
  private readonly byUnits: boolean;
  private readonly word: RegExp;
  private readonly kept = new Map<number, number>();
  private readonly bySignature = new Map<string, number>();
  /** For each class, whether it matches each of the expression's characters. */
  private readonly matched: boolean[][] = [];
  private readonly words: boolean[] = [];

  /** @param characters expressions of one character each */
  constructor(characters: readonly string[], flags: string) {
    this.expressions = characters.map((source) => new RegExp(`^(?:${source})$`, flags));
    this.byUnits = !flags.includes('u');
    this.word = new RegExp('^\\w$', flags);
  }

  /** The class of each character, a number from 0. */
  of(text: string): Uint16Array {
    const classes = new Uint16Array(text.length);
    let count = 0;
    for (let at = 0; at < text.length; count++) {
      const code = this.byUnits ? text.charCodeAt(at) : (text.codePointAt(at) ?? 0);
      classes[count] = this.kept.get(code) ?? this.find(code);
      at += code > 0xffff ? 2 : 1;
    }
    return classes.subarray(0, count);
  }

  isMatched(known: number, character: number): boolean {
    return this.matched[known]?.[character] === true;
  }

  /** True if `\w` matches the class. */
  isWord(known: number): boolean {
    return this.words[known] === true;
  }

  private find(code: number): number {
    const character = String.fromCodePoint(code);
    const matched = this.expressions.map((expression) => expression.test(character));
    const isWord = this.word.test(character);
    const signature = [...matched, isWord].map(Number).join('');
    const found = this.bySignature.get(signature) ?? this.matched.length;
    if (found === this.matched.length) {
      this.bySignature.set(signature, found);
      this.matched.push(matched);
      this.words.push(isWord);
    }
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    this.kept.set(code, found);
    return found;
  }
}
