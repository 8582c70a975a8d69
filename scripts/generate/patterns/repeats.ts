import type { PatternNode, RepeatNode } from './parse-pattern';

/** Copies of a part that are told apart; what is repeated more often counts as a loop. */
const MAX_COPIES = 10;

/** The same for a part that is repeated a fixed number of times, and is the same each time. */
const MAX_FIXED_COPIES = 200;

/** True for a part that is repeated so few times that each copy may be looked at by itself. */
export function hasFewCopies(node: RepeatNode): boolean {
  if (node.max === Infinity) return false;
  return copies(node) <= (isFixed(node) ? MAX_FIXED_COPIES : MAX_COPIES);
}

/** True for a part that is repeated a fixed number of times and is the same each time. */
function isFixed({ body, min, max }: RepeatNode): boolean {
  return min === max && !isVaried(body);
}

function isVaried(node: PatternNode): boolean {
  if (node.kind === 'repeat' && node.min !== node.max) return true;
  return ['choice', 'look', 'reference'].includes(node.kind) || partsOf(node).some(isVaried);
}

/** How often the innermost part of a repeated part is repeated in all. */
function copies(node: PatternNode): number {
  const times = node.kind === 'repeat' && node.max !== Infinity ? node.max : 1;
  return times * Math.max(1, ...partsOf(node).map(copies));
}

/** True for a part with a loop, so that it may match texts of any length. */
export function isUnbounded(node: PatternNode): boolean {
  return (node.kind === 'repeat' && !hasFewCopies(node)) || partsOf(node).some(isUnbounded);
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  switch (node.kind) {
    case 'sequence':
      return node.parts;
    case 'choice':
      return node.options;
    case 'repeat':
    case 'look':
    case 'reference':
      return [node.body];
    default:
      return [];
  }
}
