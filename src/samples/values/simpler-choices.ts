import { SIMPLEST, type ChoiceTree } from './choices';

/** Simpler choices than those given, the greatest steps first; some may come to the same value. */
export function* simplerChoices(tree: ChoiceTree): Generator<ChoiceTree> {
  const { own, parts } = tree;
  if (own.length === 0 && parts.length === 0) return;
  yield SIMPLEST;
  // A value in the place of the one around it, for schemas that refer to themselves.
  for (const part of parts) yield* within(part);
  for (let count = parts.length; count >= 1; count = Math.floor(count / 2)) {
    for (let at = 0; at + count <= parts.length; at += count) {
      yield { own, parts: parts.toSpliced(at, count) };
    }
  }
  for (const [at, choice] of own.entries()) {
    for (const lower of lowerThan(choice)) yield { own: own.with(at, lower), parts };
  }
  for (const [at, part] of parts.entries()) {
    for (const simpler of simplerChoices(part)) yield { own, parts: parts.with(at, simpler) };
  }
}

/** Levels of parts that may stand between a value and another one for the same schema. */
const LEVELS = 6;

function* within({ parts }: ChoiceTree, levels = LEVELS): Generator<ChoiceTree> {
  if (levels === 0) return;
  for (const part of parts) {
    if (part.parts.length > 0) yield part;
    yield* within(part, levels - 1);
  }
}

/** 0, then what is ever nearer to the choice. */
function* lowerThan(choice: number): Generator<number> {
  for (let less = choice; less >= 1; less = Math.floor(less / 2)) yield choice - less;
}
