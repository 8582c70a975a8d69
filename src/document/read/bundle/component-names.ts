import path from 'node:path';
import { isJsonObject, type JsonObject } from '../../model/json-object';
import { pointerKeys } from '../../model/json-pointer';

/** Keys that lead to named things and are no part of their names. */
const CONTAINERS: readonly RegExp[] = [
  /^\/components\/[^/]+\/(?=.)/,
  /^\/(?:\$defs|definitions)\/(?=.)/,
];

/** Names for what other files add to the components of a document. */
export class ComponentNames {
  private readonly taken = new Map<string, Set<string>>();

  constructor(private readonly components: JsonObject) {}

  /**
   * A name that nothing else in the section has, made of the key that a fragment ends in, or of the
   * file's name; only where that is taken, of both.
   *
   * @see https://spec.openapis.org/oas/v3.1.1#components-object
   */
  take(section: string, url: string, pointer: string): string {
    const taken = this.takenOf(section);
    const file = decodeURIComponent(new URL(url).pathname);
    const stem = path.basename(file, path.extname(file));
    const parent = path.basename(path.dirname(file));
    const inner = CONTAINERS.reduce((rest, container) => rest.replace(container, '/'), pointer);
    const short = inner === '' ? [stem] : pointerKeys(inner);
    const long = inner === '' ? [parent, stem] : [stem, ...short];
    const names = [plainName(short), plainName(long)];
    let free = names.find((name) => !taken.has(name));
    for (let number = 2; free === undefined; number++) {
      const numbered = `${plainName(short)}_${number}`;
      if (!taken.has(numbered)) free = numbered;
    }
    taken.add(free);
    return free;
  }

  private takenOf(section: string): Set<string> {
    const known = this.taken.get(section);
    if (known !== undefined) return known;
    const given = Object.hasOwn(this.components, section) ? this.components[section] : {};
    const names = new Set(isJsonObject(given) ? Object.keys(given) : []);
    this.taken.set(section, names);
    return names;
  }
}

function plainName(words: readonly string[]): string {
  const name = words
    .join('_')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return name === '' ? 'part' : name;
}
