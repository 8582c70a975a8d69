import { RegExpParser, type AST } from '@eslint-community/regexpp';

export type PatternNode = AST.Pattern | AST.Alternative | AST.Element;

export interface ParsedPattern {
  readonly flags: string;
  readonly root: AST.Pattern;
}

/**
 * Parses a regular expression.
 *
 * @param flags with which it compiles
 * @returns undefined for syntax that the parser does not know
 * @see https://tc39.es/ecma262/#sec-patterns
 */
export function parsePattern(pattern: string, flags: string): ParsedPattern | undefined {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  const unicode = flags.includes('u');
  try {
    const length = pattern.length;
    return {
      flags,
      root: parser.parsePattern(pattern, 0, length, { unicode, unicodeSets: false }),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The children of a node; for a back-reference, the groups before it that it refers to. */
export function partsOf(node: PatternNode): readonly PatternNode[] {
  switch (node.type) {
    case 'Alternative':
      return node.elements;
    case 'Quantifier':
      return [node.element];
    case 'Backreference':
      return [node.resolved].flat().filter((group) => group.end <= node.start);
    default:
      return 'alternatives' in node ? node.alternatives : [];
  }
}
