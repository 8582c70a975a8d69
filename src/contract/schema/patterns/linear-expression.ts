import { LazyAutomaton } from './lazy-automaton';
import { CONDITIONS, lookCondition, type LinearProgram } from './linear-program';
import { CharacterClasses } from './character-classes';
import { MatchingEffort } from './matching-effort';

/**
 * A regular expression that takes time in proportion to the text, whatever the text: it follows all ways
 * through the automaton at once, where `RegExp` tries one after the other. It tells as `RegExp` does
 * whether a text matches, since it asks `RegExp` about each single character.
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
   * @throws HardTextError when the automaton has so many states that the text takes too long
   * @throws UnavailableError when this and others take too long together
   */
  test(text: string): boolean {
    const places = new Places(this.classes.of(text), new MatchingEffort(this.pattern));
    for (const { ahead, automaton } of this.looks) {
      places.looks.push(ends(automaton, places, ahead));
    }
    return matches(this.main, places);
  }
}

const BOUNDARIES = (1 << CONDITIONS.boundary) | (1 << CONDITIONS['no boundary']);

/** The places between the characters of a text, and what holds at each. */
class Places {
  /** For each look-around 1 at the places where it holds. */
  readonly looks: Uint8Array[] = [];

  /** @param classes of the characters */
  constructor(
    readonly classes: Uint16Array,
    readonly effort: MatchingEffort,
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
 * The places at which a match ends that began anywhere before, as 1.
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
