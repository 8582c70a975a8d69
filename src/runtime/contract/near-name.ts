/** A name may differ from the intended one by one character per this many. */
const CHARACTERS_PER_SLIP = 3;

/** The end of a message about an unknown name, such as `; did you mean "addPhoto"?`; empty if none is close. */
export function didYouMean(given: string, names: readonly string[]): string {
  const [best] = names
    .map((name) => ({ name, edits: editsBetween(given, name) }))
    .filter(({ edits }) => edits <= Math.max(1, given.length / CHARACTERS_PER_SLIP))
    .sort((a, b) => a.edits - b.edits);
  return best === undefined ? '' : `; did you mean "${best.name}"?`;
}

/** The Levenshtein distance. */
export function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [at, candidate] of Array.from(other).entries()) {
      const replaced = (row[at] ?? 0) + (character === candidate ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
