import { isMap, type Document } from 'yaml';
import { TextPlaces } from './text-places';

/**
 * Reads YAML as most documents are written: block mappings and sequences, indented by spaces. The parser
 * makes several nodes for each word of a text; here it gets only the values that are more than a word or
 * a quoted line, each alone. A text that is written in any other way, or wrongly, is left to it as a whole.
 *
 * @see https://yaml.org/spec/1.2.2/#chapter-8-block-style-productions
 */

/** Parses the text of a mapping with one entry; undefined when there is anything wrong with it. */
export type ParseEntry = (text: string) => Document.Parsed | undefined;

/** What a text holds, as the parser would give it. */
export interface Blocks {
  readonly value: unknown;
  readonly places: TextPlaces;
}

/** @returns undefined for a text that is to be parsed as a whole */
export function readBlocks(text: string, parseEntry: ParseEntry): Blocks | undefined {
  try {
    return new BlockReader(text, parseEntry).read();
  } catch (error) {
    if (error instanceof OtherStyle) return undefined;
    throw error;
  }
}

class OtherStyle extends Error {}

function otherStyle(): never {
  throw new OtherStyle();
}

/** What is deeper is left to the parser, which says where it is too deep. */
const MAX_DEPTH = 100;

/** What is longer would use up the stack of the expressions below. */
const MAX_LINE = 10_000;

/** Line ends and indents of other kinds, directives, and several documents. */
const OTHER_TEXT = /[\r\t\ufeff]|^(?:---|\.\.\.|%)/m;
/** A key in its line, as it stands there or in quotes. */
const KEY =
  /^(?:([A-Za-z_$/](?:[^\s:#]|:(?=[^\s])){0,200}|0|[1-9]\d{0,14})|"([^"\\\p{Cc}]{0,200})"|'([^'\p{Cc}]{0,200})'):(?: +|$)/u;
const DASH = /^-(?: +|$)/;
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;
/** Text in one line, unless it is a word that means something else. */
const PLAIN = /^(?!(?:null|true|false)$)[A-Za-z_$/](?:[^:#\p{Cc}]|:(?=[^ ])|(?<! )#)*$/iu;
const QUOTED = /^(?:"([^"\\\p{Cc}]*)"|'([^'\p{Cc}]*)')$/u;
/** A block scalar whose indent is counted from without. */
const COUNTED = /^[|>][+-]?\d/;
/** The beginning of a value that can hold no others, so that all that follows is text. */
const SCALAR = /^[\w$/|>"']/;
/** Anchors, aliases and tags. */
const PROPERTY = /[&*!]/;

class BlockReader {
  private readonly places = new TextPlaces(otherStyle);
  /** Where the current line begins, and where the next one does. */
  private start = 0;
  private next = 0;
  /** The spaces before the current line, or before the mapping that begins in it after a dash. */
  private indent = 0;
  /** The current line without spaces around it. */
  private line = '';
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly parseEntry: ParseEntry,
  ) {}

  read(): Blocks {
    if (OTHER_TEXT.test(this.text)) otherStyle();
    this.nextLine();
    if (this.indent === END) otherStyle();
    const entry = this.places.open('', 0);
    const value = this.block();
    this.places.close(entry);
    if (this.indent !== END) otherStyle();
    return { value, places: this.places };
  }

  /** What begins in the current line. */
  private block(): unknown {
    if (++this.depth > MAX_DEPTH) otherStyle();
    const { indent } = this;
    const value = DASH.test(this.line) ? this.sequence(indent) : this.mapping(indent);
    // Nothing that holds it has this indent.
    if (this.indent > indent) otherStyle();
    this.depth--;
    return value;
  }

  private mapping(indent: number): Record<string, unknown> {
    const mapping: Record<string, unknown> = {};
    while (this.indent === indent && !DASH.test(this.line)) {
      const [head = '', word, double, single] = KEY.exec(this.line) ?? otherStyle();
      const key = word ?? double ?? single ?? '';
      if (/^(?:null|true|false)$/i.test(word ?? '') || key === '__proto__') otherStyle();
      if (Object.hasOwn(mapping, key)) otherStyle();
      const entry = this.places.open(key, this.start + indent);
      mapping[key] = this.value(head.length, indent, true);
      this.places.close(entry);
    }
    return mapping;
  }

  private sequence(indent: number): unknown[] {
    const sequence: unknown[] = [];
    for (;;) {
      const [head] = this.indent === indent ? (DASH.exec(this.line) ?? []) : [];
      if (head === undefined) return sequence;
      const rest = this.line.slice(head.length);
      // The place of an item is that of its value, which may stand in a line below.
      if (rest === '' || rest.startsWith('#') || DASH.test(rest)) otherStyle();
      const entry = this.places.open(String(sequence.length), this.start + indent + head.length);
      if (KEY.test(rest)) {
        this.indent += head.length;
        this.line = rest;
        sequence.push(this.block());
      } else {
        sequence.push(this.value(head.length, indent, false));
      }
      this.places.close(entry);
    }
  }

  /**
   * The value after a key or a dash.
   *
   * @param skip the length of the key or the dash
   * @param ofKey items of its value may stand at the same indent
   */
  private value(skip: number, indent: number, ofKey: boolean): unknown {
    const from = this.start + indent + skip;
    const rest = this.line.slice(skip);
    if (rest !== '' && !rest.startsWith('#')) return this.inline(from, rest, indent);
    const { next } = this;
    this.nextLine();
    const isItem = DASH.test(this.line);
    if (this.indent < indent || (this.indent === indent && !(ofKey && isItem))) return null;
    if (isItem || KEY.test(this.line)) return this.block();
    this.next = next;
    return this.inline(from, rest, indent);
  }

  /** A value that begins in the current line, or is more than blocks. */
  private inline(from: number, rest: string, indent: number): unknown {
    const isOneLine = !this.skipDeeper(indent);
    const to = this.next;
    this.nextLine();
    if (isOneLine) {
      if (rest === 'true' || rest === 'false') return rest === 'true';
      if (rest.length <= MAX_LINE && PLAIN.test(rest)) return rest;
      if (INTEGER.test(rest)) return Number(rest);
      const [, double, single] = QUOTED.exec(rest) ?? [];
      const quoted = double ?? single;
      if (quoted !== undefined) return quoted;
    }
    return this.parsed(from, this.text.slice(from, to));
  }

  /** Goes on to the last line that is empty or indented by more. @returns true if some are not empty */
  private skipDeeper(indent: number): boolean {
    let found = false;
    while (this.next < this.text.length) {
      const { next } = this;
      this.readLine();
      if (this.line === '') continue;
      if (this.indent <= indent) {
        this.next = next;
        return found;
      }
      found = true;
    }
    return found;
  }

  private parsed(from: number, text: string): unknown {
    if (COUNTED.test(text) || (!SCALAR.test(text) && PROPERTY.test(text))) otherStyle();
    const document = this.parseEntry(HEAD + text);
    const contents = document?.contents;
    const [pair, other] = isMap(contents) ? contents.items : [];
    if (document === undefined || pair === undefined || other !== undefined) return otherStyle();
    this.places.addInner(pair.value, from - HEAD.length);
    return (document.toJS() as Record<string, unknown>)[KEY_OF_ENTRY];
  }

  /** Goes to the next line that is neither empty nor a comment. */
  private nextLine(): void {
    while (this.next < this.text.length) {
      this.readLine();
      if (this.line !== '' && !this.line.startsWith('#')) return;
    }
    this.indent = END;
    this.line = '';
  }

  private readLine(): void {
    this.start = this.next;
    const found = this.text.indexOf('\n', this.start);
    let end = found === -1 ? this.text.length : found;
    this.next = end + 1;
    let first = this.start;
    while (first < end && this.text[first] === ' ') first++;
    while (end > first && this.text[end - 1] === ' ') end--;
    this.indent = first - this.start;
    this.line = this.text.slice(first, end);
  }
}

/** The indent after the last line. */
const END = -1;

const KEY_OF_ENTRY = 'k';
const HEAD = `${KEY_OF_ENTRY}: `;
