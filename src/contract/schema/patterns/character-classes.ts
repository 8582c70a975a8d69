/** Characters whose class is kept. */
const MAX_KEPT = 10_000;

/** The characters of a text by which of an expression's characters they match: its classes of them. */
export class CharacterClasses {
  private readonly expressions: readonly RegExp[];
  private readonly byUnits: boolean;
  private readonly word: RegExp;
  private readonly kept = new Map<number, number>();
  private readonly bySignature = new Map<string, number>();
  /** For each class and each of the expression's characters whether they match. */
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

  /** True for what `\w` matches. */
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
