import { createHash } from 'node:crypto';
import { groupBy } from 'openapi-trellis/tools';

/** Longer names are truncated. */
export const LONGEST_NAME = 100;

/** Replaces invalid characters, and marks reserved words and leading digits with "_". */
export function identifierName(name: string, reserved: ReadonlySet<string>): string {
  const identifier = name.replace(/[^\w$]/g, '_').slice(0, LONGEST_NAME);
  return /^(?:\d|$)/.test(identifier) || reserved.has(identifier) ? `_${identifier}` : identifier;
}

export const RESERVED_WORDS: readonly string[] = (
  'await break case catch class const continue debugger default delete do else enum export extends ' +
  'false finally for function if implements import in instanceof interface let new null package ' +
  'private protected public return static super switch this throw true try typeof var void while ' +
  'with yield'
).split(' ');

/** Names of which a module cannot declare a value. */
export const NOT_DECLARABLE: ReadonlySet<string> = new Set([
  ...RESERVED_WORDS,
  ...['__esModule', 'arguments', 'eval', 'exports', 'globalThis', 'require', 'undefined'],
]);

/**
 * Names with distinct keys. If several clash, one that equals what it names stays, and the others end in a part of a
 * hash, which does not depend on the order.
 */
export function distinctNames(
  things: readonly string[],
  nameOf: (thing: string) => string,
  keyOf: (name: string) => string = (name) => name,
): ReadonlyMap<string, string> {
  const rivals = groupBy(things, (thing) => keyOf(nameOf(thing)));
  const names = new Map<string, string>();
  const clashing: string[] = [];
  for (const group of rivals.values()) {
    const exact = group.filter((thing) => nameOf(thing) === thing);
    const [keeper] = group.length === 1 ? group : exact.length === 1 ? exact : [];
    if (keeper !== undefined) names.set(keeper, nameOf(keeper));
    for (const each of group.filter((thing) => thing !== keeper)) clashing.push(each);
  }
  const taken = new Set([...names.values()].map(keyOf));
  for (const thing of clashing.sort()) {
    const hash = createHash('sha256').update(thing).digest('hex');
    const candidate = (length: number): string => `${nameOf(thing)}_${hash.slice(0, length)}`;
    let length = 6;
    while (taken.has(keyOf(candidate(length)))) length++;
    taken.add(keyOf(candidate(length)));
    names.set(thing, candidate(length));
  }
  return names;
}
