import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** A part of a regular expression, as far as it decides what text matches and in how many ways. */
export type PatternNode =
  | CharacterNode
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | RepeatNode
  | { readonly kind: 'assertion'; readonly condition: Condition }
  | LookNode
  | ReferenceNode;

/** One character; `index` is into the pattern's list of them. */
export interface CharacterNode {
  readonly kind: 'character';
  readonly index: number;
}

export interface RepeatNode {
  readonly kind: 'repeat';
  readonly body: PatternNode;
  readonly min: number;
  /** Infinity where there is none. */
  readonly max: number;
  /** As the author wrote it. */
  readonly text: string;
}

/** `(?=...)`, `(?!...)`, `(?<=...)` or `(?<!...)`. */
export interface LookNode {
  readonly kind: 'look';
  readonly body: PatternNode;
  readonly ahead: boolean;
  readonly negated: boolean;
}

/** A back-reference, with what the group that it refers to may match. */
export interface ReferenceNode {
  readonly kind: 'reference';
  readonly body: PatternNode;
}

export type Condition = 'start' | 'end' | 'boundary' | 'no boundary';

/** A regular expression, taken apart. */
export interface ParsedPattern {
  readonly flags: '' | 'u';
  readonly root: PatternNode;
  /** Expressions that match one character each, such as `a`, `\s` or `[^0-9]`. */
  readonly characters: readonly string[];
}

/**
 * Takes a regular expression apart.
 *
 * @param flags those with which it compiles
 * @returns undefined for a construct that is not known here, such as `(?i:a)`
 * @see https://tc39.es/ecma262/#sec-patterns
 */
export function parsePattern(pattern: string, flags: '' | 'u'): ParsedPattern | undefined {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const unicode = flags === 'u';
  try {
    const tree = parser.parsePattern(pattern, 0, pattern.length, { unicode, unicodeSets: false });
    const reader = new TreeReader();
    const root = reader.choice(tree.alternatives);
    return { flags, root, characters: reader.characters };
  } catch (error) {
    if (error instanceof UnknownConstruct || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class UnknownConstruct extends Error {}

const EMPTY: PatternNode = { kind: 'sequence', parts: [] };

class TreeReader {
  private readonly indexes = new Map<string, number>();
  /** Groups that are being read, which a reference within them finds empty. */
  private readonly open = new Set<AST.CapturingGroup>();

  get characters(): string[] {
    return [...this.indexes.keys()];
  }

  choice(alternatives: readonly AST.Alternative[]): PatternNode {
    const options = alternatives.map(({ elements }): PatternNode => {
      const parts = elements.map((element) => this.element(element));
      return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'sequence', parts };
    });
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
  }

  private element(element: AST.Element): PatternNode {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.character(element.raw);
      case 'Quantifier': {
        const { min, max, raw: text } = element;
        return { kind: 'repeat', body: this.element(element.element), min, max, text };
      }
      case 'Assertion':
        return this.assertion(element);
      case 'Group':
        if (element.modifiers !== null) throw new UnknownConstruct();
        return this.choice(element.alternatives);
      case 'CapturingGroup':
        return this.group(element);
      case 'Backreference':
        return { kind: 'reference', body: this.referred([element.resolved].flat()) };
      case 'ExpressionCharacterClass':
        throw new UnknownConstruct();
    }
  }

  private character(raw: string): CharacterNode {
    const index = this.indexes.get(raw) ?? this.indexes.size;
    this.indexes.set(raw, index);
    return { kind: 'character', index };
  }

  private assertion(assertion: AST.Assertion): PatternNode {
    switch (assertion.kind) {
      case 'start':
      case 'end':
        return { kind: 'assertion', condition: assertion.kind };
      case 'word':
        return { kind: 'assertion', condition: assertion.negate ? 'no boundary' : 'boundary' };
      case 'lookahead':
      case 'lookbehind': {
        const body = this.choice(assertion.alternatives);
        const ahead = assertion.kind === 'lookahead';
        return { kind: 'look', body, ahead, negated: assertion.negate };
      }
    }
  }

  private group(group: AST.CapturingGroup): PatternNode {
    if (this.open.has(group)) return EMPTY;
    this.open.add(group);
    const body = this.choice(group.alternatives);
    this.open.delete(group);
    return body;
  }

  private referred(groups: readonly AST.CapturingGroup[]): PatternNode {
    return { kind: 'choice', options: [EMPTY, ...groups.map((group) => this.group(group))] };
  }
}
