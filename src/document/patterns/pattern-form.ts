import type { AST } from '@eslint-community/regexpp';
import { memoizeByText } from '../../contract';
import { parsePattern, partsOf, type PatternNode } from './parse-pattern';

/** What a regular expression says of a text. */
export interface PatternForm {
  /** The same for those that are spelled otherwise; absent where the lengths say it all. */
  readonly text?: string;
  /** Characters of the shortest text that it matches, and of the longest one. */
  readonly least: number;
  readonly most: number;
}

/** @param pattern the value of the keyword `pattern` */
export const patternForm = memoizeByText((pattern: string): PatternForm => {
  const root = parsePattern(pattern, 'u')?.root;
  if (root === undefined) return { text: pattern, least: 0, most: Infinity };
  const isWhole = root.alternatives.every(
    ({ elements }) => isEnd(elements[0], 'start') && isEnd(elements.at(-1), 'end'),
  );
  const [least, most] = lengthsOf(root);
  const lengths = { least, most: isWhole ? most : Infinity };
  const [only, ...others] = root.alternatives;
  if (only !== undefined && others.length === 0 && only.elements.every(takesAny)) return lengths;
  return { text: refersBack(root) ? pattern : textOf(root), ...lengths };
});

function isEnd(node: AST.Element | undefined, kind: 'start' | 'end'): boolean {
  return node?.type === 'Assertion' && node.kind === kind;
}

/** True for an end of the text where that is, and for characters of any kind. */
function takesAny(node: AST.Element, index: number, all: readonly AST.Element[]): boolean {
  if (isEnd(node, 'start')) return index === 0;
  if (isEnd(node, 'end')) return index === all.length - 1;
  return textOf(node.type === 'Quantifier' ? node.element : node) === ANY;
}

function refersBack(node: PatternNode): boolean {
  return node.type === 'Backreference' || partsOf(node).some(refersBack);
}

function lengthsOf(node: PatternNode): readonly [least: number, most: number] {
  const inner = partsOf(node).map(lengthsOf);
  switch (node.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return [1, 1];
    case 'Quantifier': {
      const [least = 0, most = 0] = inner[0] ?? [];
      return [least * node.min, most === 0 ? 0 : most * node.max];
    }
    case 'Alternative':
      return inner.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return inner.reduce(([a, b], [c, d]) => [Math.min(a, c), Math.max(b, d)]);
    case 'Assertion':
      return [0, 0];
    default:
      return [0, Infinity];
  }
}

/** A text that is the same for expressions which differ in spelling alone. */
function textOf(node: PatternNode): string {
  switch (node.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass': {
      const ranges = rangesOf(node);
      return ranges === undefined ? node.raw : setText(ranges);
    }
    case 'Quantifier':
      if (node.min === 1 && node.max === 1) return textOf(node.element);
      return `(${textOf(node.element)}){${node.min},${node.max}}`;
    case 'Alternative':
      return node.elements.map(textOf).join('');
    case 'Group':
      if (node.modifiers !== null) return node.raw;
      return choiceText(node.alternatives);
    case 'CapturingGroup':
      return choiceText(node.alternatives);
    case 'Pattern':
      return node.alternatives.map(textOf).sort().join('|');
    default:
      return node.raw;
  }
}

function choiceText(alternatives: readonly AST.Alternative[]): string {
  const texts = alternatives.map(textOf).sort();
  return texts.length === 1 ? texts.join('') : `(${texts.join('|')})`;
}

type Range = readonly [first: number, last: number];

const LAST = 0x10_ffff;
const DIGITS: readonly Range[] = [[0x30, 0x39]];
const WORDS: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** @see https://tc39.es/ecma262/#prod-LineTerminator */
const LINE_ENDS: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
/** @see https://tc39.es/ecma262/#prod-WhiteSpace */
const SPACES: readonly Range[] = [
  ...([
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
  ] as const),
  ...([
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
  ] as const),
  ...([
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ] as const),
];

/** The characters that a part takes; undefined for those that only Unicode's tables tell. */
function rangesOf(
  node: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.CharacterClassElement,
): readonly Range[] | undefined {
  switch (node.type) {
    case 'Character':
      return [[node.value, node.value]];
    case 'CharacterClassRange':
      return [[node.min.value, node.max.value]];
    case 'CharacterSet':
      if (node.kind === 'any') return complement(LINE_ENDS);
      if (node.kind === 'property') return undefined;
      return negated({ digit: DIGITS, word: WORDS, space: SPACES }[node.kind], node.negate);
    case 'CharacterClass': {
      const all = node.elements.map(rangesOf);
      const known = all.filter((ranges) => ranges !== undefined);
      return known.length < all.length ? undefined : negated(merged(known.flat()), node.negate);
    }
    default:
      return undefined;
  }
}

function negated(ranges: readonly Range[], isNegated: boolean): readonly Range[] {
  return isNegated ? complement(ranges) : ranges;
}

/** @param ranges in order, apart from each other */
function complement(ranges: readonly Range[]): Range[] {
  const starts = [0, ...ranges.map(([, last]) => last + 1)];
  const ends = [...ranges.map(([first]) => first - 1), LAST];
  return starts.flatMap((first, index): Range[] => {
    const last = ends[index] ?? LAST;
    return first <= last ? [[first, last]] : [];
  });
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = result.at(-1);
    if (before === undefined || first > before[1] + 1) result.push([first, last]);
    else result[result.length - 1] = [before[0], Math.max(before[1], last)];
  }
  return result;
}

function setText(ranges: readonly Range[]): string {
  return `[${ranges.map(([first, last]) => `${first.toString(16)}-${last.toString(16)}`).join(',')}]`;
}

const ANY = setText([[0, LAST]]);
