import {
  compileExpression,
  CONDITIONS,
  expressionOf,
  type Instruction,
  memoizeByText,
} from 'openapi-trellis/tools';
import { getOrMake } from '../get-or-make';
import { characterSets } from './character-sets';
import { linearProgram } from './linear-program';
import { parsePattern } from './parse-pattern';

/** Texts of a given length range that match some regular expressions and do not match others. */
export interface TextSet {
  readonly matched: readonly string[];
  readonly unmatched: readonly string[];
  /** In characters. */
  readonly least: number;
  readonly most: number;
}

/** The most states of the combined automata that are searched. */
const MAX_STATES = 4_000;

/**
 * False only where no such text exists. Expressions with look-around or back-references are ignored, and a long search
 * is given up.
 */
export function mayHaveText(texts: TextSet): boolean {
  return found(texts).isPossible;
}

/** One of the texts, if one was found. */
export function textIn(texts: TextSet): string | undefined {
  return found(texts).text;
}

interface Found {
  readonly isPossible: boolean;
  /** Absent where the search was given up. */
  readonly text?: string;
}

const NONE: Found = { isPossible: false };

function found({ matched, unmatched, least, most }: TextSet): Found {
  if (least > most) return NONE;
  return search(JSON.stringify([matched, unmatched, least, most === Infinity ? null : most]));
}

/** A pattern that matches only these texts. */
export function literalPattern(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`));
  return `^(?:${escaped.join('|')})$`;
}

const search = memoizeByText((key: string): Found => {
  type Parts = readonly [string[], string[], number, number | null];
  const [matched, unmatched, least, most] = JSON.parse(key) as Parts;
  const automata = [
    ...matched.map((pattern) => automatonOf(pattern, true)),
    ...unmatched.map((pattern) => automatonOf(pattern, false)),
  ].filter((each) => each !== undefined);
  return new Search(automata, least, most ?? Infinity).find();
});

interface Automaton {
  readonly instructions: readonly Instruction[];
  readonly characters: readonly string[];
  /** True when it has to match. */
  readonly isWanted: boolean;
}

const programOf = memoizeByText((pattern: string) => {
  const { source, flags } = compileExpression(pattern);
  const parsed = flags === 'u' ? parsePattern(source, flags) : undefined;
  return { program: parsed && linearProgram(parsed) };
});

function automatonOf(pattern: string, isWanted: boolean): Automaton | undefined {
  const { program } = programOf(pattern);
  if (program === undefined || program.looks.length > 0) return undefined;
  return { instructions: program.main, characters: program.characters, isWanted };
}

/** The state of each automaton after the same characters; undefined for one that has matched. */
interface State {
  readonly places: readonly (readonly number[] | undefined)[];
  readonly length: number;
  readonly isWord: boolean;
  /** One of the texts that lead to this state. */
  readonly text: string;
}

/** Example characters, letters and digits first. */
const CHARACTERS = Array.from(
  'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ\u03a9\u044f\u4e2d\u{1f600}\u2028',
).concat(Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)));

const ANY = '[^]';
const WORD = String.raw`\w`;

class Search {
  /** Classes of characters that no expression tells apart, one bit each. */
  private readonly classes: readonly bigint[];
  private readonly sets: ReadonlyMap<string, bigint>;
  /** Longer texts are no different. At least 1, since the start is a special case. */
  private readonly longest: number;
  private readonly hasBoundary: boolean;
  private readonly examples = new Map<bigint, string>();

  constructor(
    private readonly automata: readonly Automaton[],
    private readonly least: number,
    private readonly most: number,
  ) {
    this.longest = Math.max(1, most === Infinity ? least : most);
    this.hasBoundary = automata.some(({ instructions }) =>
      instructions.some(([name, to]) => name === 'if' && to > CONDITIONS.end),
    );
    const characters = automata.flatMap((each) => each.characters);
    this.sets = characterSets([...new Set([...characters, ANY, WORD])], 'u');
    this.classes = bitsOf(this.sets.get(ANY) ?? 0n);
  }

  find(): Found {
    const start = { places: this.automata.map(() => []), length: 0, isWord: false, text: '' };
    const seen = new Set([stateKey(start)]);
    const waiting: State[] = [start];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (this.isEnd(state)) return { isPossible: true, text: state.text };
      if (state.length === this.most) continue;
      for (const character of this.classes) {
        const next = this.after(state, character);
        if (next === undefined || seen.has(stateKey(next))) continue;
        if (seen.size >= MAX_STATES) return { isPossible: true };
        seen.add(stateKey(next));
        waiting.push(next);
      }
    }
    return NONE;
  }

  private isEnd(state: State): boolean {
    if (state.length < this.least) return false;
    return this.automata.every((automaton, index) => {
      const isMatched = state.places[index] === undefined || this.step(state, index).isMatched;
      return isMatched === automaton.isWanted;
    });
  }

  /** @returns undefined where an expression matches that must not */
  private after(state: State, character: bigint): State | undefined {
    const places: (number[] | undefined)[] = [];
    for (const [index, automaton] of this.automata.entries()) {
      const isDone = state.places[index] === undefined;
      const { isMatched, next } = isDone
        ? { isMatched: true, next: [] }
        : this.step(state, index, character);
      if (isMatched && !automaton.isWanted) return undefined;
      places.push(isMatched ? undefined : next);
    }
    const length = Math.min(state.length + 1, this.longest);
    const isWord = this.hasBoundary && this.isIn(WORD, character);
    return { places, length, isWord, text: state.text + this.characterOf(character) };
  }

  private characterOf(set: bigint): string {
    return getOrMake(this.examples, set, () => {
      const sources = [...this.sets.keys()];
      const isOne = (character: string): boolean =>
        sources.every(
          (source) =>
            expressionOf([`^(?:${source})$`, 'u']).test(character) === this.isIn(source, set),
        );
      return CHARACTERS.find(isOne) ?? '';
    });
  }

  private isIn(source: string | undefined, character = 0n): boolean {
    return source !== undefined && ((this.sets.get(source) ?? 0n) & character) !== 0n;
  }

  /** Advances an automaton by a character, or to the end of the text; a match may begin anywhere. */
  private step(
    state: State,
    index: number,
    character?: bigint,
  ): { readonly isMatched: boolean; readonly next: number[] } {
    const { instructions = [], characters = [] } = this.automata[index] ?? {};
    const isBoundary = state.isWord !== this.isIn(WORD, character);
    const holds = [state.length === 0, character === undefined, isBoundary, !isBoundary];
    const waiting = [0, ...(state.places[index] ?? [])];
    const seen = new Set<number>();
    const next = new Set<number>();
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const instruction = instructions[at];
      if (instruction === undefined || seen.has(at)) continue;
      seen.add(at);
      const [name, ...to] = instruction;
      if (name === 'match') return { isMatched: true, next: [] };
      if (name === 'fork') for (const each of to) waiting.push(each);
      else if (name === 'if') {
        if (holds[to[0] ?? 0] === true) waiting.push(at + 1);
      } else if (this.isIn(characters[to[0] ?? 0], character)) next.add(at + 1);
    }
    return { isMatched: false, next: [...next].sort((a, b) => a - b) };
  }
}

function bitsOf(set: bigint): bigint[] {
  const bits: bigint[] = [];
  for (let bit = 1n; bit <= set; bit <<= 1n) if ((set & bit) !== 0n) bits.push(bit);
  return bits;
}

function stateKey({ places, length, isWord }: State): string {
  return `${length} ${isWord} ${places.map((each) => each?.join(',') ?? '!').join('|')}`;
}
