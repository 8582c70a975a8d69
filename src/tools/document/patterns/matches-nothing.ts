import { partsOf, type PatternNode } from './parse-pattern';

/**
 * True where no text can match because the pattern wants the start of the text after a character, or its end before
 * one. An example is `/^a$/i`, with the slashes of a programming language. Other reasons are not detected.
 */
export function matchesNothing(root: PatternNode): boolean {
  return isDead(root, { before: false, after: false });
}

/** True where characters certainly come before or after a part. */
interface Around {
  readonly before: boolean;
  readonly after: boolean;
}

function isDead(node: PatternNode, around: Around): boolean {
  switch (node.type) {
    case 'Assertion':
      return (node.kind === 'start' && around.before) || (node.kind === 'end' && around.after);
    case 'Quantifier':
      return node.min > 0 && isDead(node.element, around);
    case 'Alternative':
      return node.elements.some((element, index) =>
        isDead(element, {
          before: around.before || node.elements.slice(0, index).some(takesCharacters),
          after: around.after || node.elements.slice(index + 1).some(takesCharacters),
        }),
      );
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.every((each) => isDead(each, around));
    default:
      return false;
  }
}

/** True where a part consumes a character, however it matches. */
function takesCharacters(node: PatternNode): boolean {
  switch (node.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return true;
    case 'Quantifier':
      return node.min > 0 && takesCharacters(node.element);
    case 'Alternative':
      return node.elements.some(takesCharacters);
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return partsOf(node).every(takesCharacters);
    default:
      return false;
  }
}
