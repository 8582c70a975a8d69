import type { AST } from '@eslint-community/regexpp';
import { partsOf, type PatternNode } from './parse-pattern';

/** Copies of a part that are told apart; what is repeated more often counts as a loop. */
const MAX_COPIES = 10;

/** The same for a part that is repeated a fixed number of times, and is the same each time. */
const MAX_FIXED_COPIES = 200;

/** True for a part that is repeated so few times that each copy may be looked at by itself. */
export function hasFewCopies(node: AST.Quantifier): boolean {
  if (node.max === Infinity) return false;
  return copies(node) <= (isVaried(node) ? MAX_COPIES : MAX_FIXED_COPIES);
}

/** True for a part that may match texts of several forms, beside what its characters leave open. */
function isVaried(node: PatternNode): boolean {
  if (node.type === 'Quantifier' && node.min !== node.max) return true;
  if (node.type === 'Backreference' || (node.type === 'Assertion' && 'alternatives' in node)) {
    return true;
  }
  return ('alternatives' in node && node.alternatives.length > 1) || partsOf(node).some(isVaried);
}

/** How often the innermost part of a repeated part is repeated in all. */
function copies(node: PatternNode): number {
  const times = node.type === 'Quantifier' && node.max !== Infinity ? node.max : 1;
  return times * Math.max(1, ...partsOf(node).map(copies));
}

/** True for a part with a loop, so that it may match texts of any length. */
export function isUnbounded(node: PatternNode): boolean {
  return (node.type === 'Quantifier' && !hasFewCopies(node)) || partsOf(node).some(isUnbounded);
}
