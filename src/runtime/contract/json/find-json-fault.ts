/**
 * Finds where a text stops being JSON. Engines differ in wording, quote the text, or omit the place; this result does
 * not depend on the engine. It runs only after `JSON.parse` has refused the text.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-2
 */

interface JsonSyntaxFault {
  /** 1 or more. */
  readonly line: number;
  /** In UTF-16 code units, 1 or more. */
  readonly column: number;
  /** The token that the grammar expects there. */
  readonly expected: string;
}

/** The first fault of a text, or undefined when it is well-formed JSON. */
export function findJsonFault(text: string): JsonSyntaxFault | undefined {
  const scanner = new Scanner(text);
  const expected = scanner.scan();
  if (expected === undefined) return undefined;
  const before = text.slice(0, scanner.at);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  return { line, column: scanner.at - lineStart + 1, expected };
}

const WHITESPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const CHARACTERS = /[^"\\\p{Cc}]*/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Scanner {
  /** The current offset; after a fault, the offset of the fault. */
  at = 0;
  /** The brackets that close the open containers. */
  private readonly closers: ('}' | ']')[] = [];

  constructor(private readonly text: string) {}

  /** @returns the token expected at the fault, undefined without one */
  scan(): string | undefined {
    for (;;) {
      const fault = this.value();
      if (fault !== undefined) return fault;
      while (this.closers.length > 0 && this.take(this.closers.at(-1) ?? '')) this.closers.pop();
      const closer = this.closers.at(-1);
      if (closer === undefined) return this.isAtEnd() ? undefined : 'the end';
      if (!this.take(',')) return `"," or "${closer}"`;
      const key = closer === '}' ? this.key() : undefined;
      if (key !== undefined) return key;
    }
  }

  /** Consumes a scalar, or the opening brackets before one; an empty container is a value. */
  private value(): string | undefined {
    for (;;) {
      if (this.take('[')) {
        this.closers.push(']');
        if (this.peek(']')) return undefined;
      } else if (this.take('{')) {
        this.closers.push('}');
        if (this.peek('}')) return undefined;
        const key = this.key();
        if (key !== undefined) return key;
      } else if (this.peek('"')) return this.string();
      else return this.match(SCALAR) ? undefined : 'a value';
    }
  }

  private key(): string | undefined {
    if (!this.peek('"')) return 'a property name in double quotes';
    const fault = this.string();
    if (fault !== undefined) return fault;
    return this.take(':') ? undefined : '":"';
  }

  private string(): string | undefined {
    this.at++;
    for (;;) {
      this.match(CHARACTERS);
      const next = this.text[this.at];
      if (next === '"') {
        this.at++;
        return undefined;
      }
      if (next === undefined) return 'the closing double quote of a string';
      // DEL and the C1 controls may appear unescaped; those below U+0020 must be escaped.
      if (next >= '\u007f') this.at++;
      else if (!this.match(ESCAPE)) return 'a character or escape that a string may hold';
    }
  }

  private take(token: string): boolean {
    if (!this.peek(token)) return false;
    this.at += token.length;
    return true;
  }

  private peek(token: string): boolean {
    this.match(WHITESPACE);
    return this.text.startsWith(token, this.at);
  }

  private isAtEnd(): boolean {
    this.match(WHITESPACE);
    return this.at === this.text.length;
  }

  /** Consumes the match of a sticky pattern; false when it does not match. */
  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const matched = pattern.test(this.text);
    if (matched) this.at = pattern.lastIndex;
    return matched;
  }
}
