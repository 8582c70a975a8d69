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
  if (node.kind === 'repeat') return node.min !== node.max || isVaried(node.body);
  if (node.kind === 'sequence') return node.parts.some(isVaried);
  return node.kind !== 'character' && node.kind !== 'assertion';
}

/** How often the innermost part of a repeated part is repeated in all. */
function copies(node: PatternNode): number {
  switch (node.kind) {
    case 'repeat':
      return (node.max === Infinity ? 1 : node.max) * copies(node.body);
    case 'sequence':
      return Math.max(1, ...node.parts.map(copies));
    case 'choice':
      return Math.max(1, ...node.options.map(copies));
    case 'look':
    case 'reference':
      return copies(node.body);
    default:
      return 1;
  }
}

/** True for a part with a loop, so that it may match texts of any length. */
export function isUnbounded(node: PatternNode): boolean {
  switch (node.kind) {
    case 'repeat':
      return !hasFewCopies(node) || isUnbounded(node.body);
    case 'sequence':
      return node.parts.some(isUnbounded);
    case 'choice':
      return node.options.some(isUnbounded);
    case 'look':
    case 'reference':
      return isUnbounded(node.body);
    default:
      return false;
  }
}
