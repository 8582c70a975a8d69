import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import { pointerKeys } from '../document/json-pointer';

/**
 * Where the values of a text begin. It holds numbers and keys in lists, one entry for each value in the
 * order of the text, since the parser's own nodes would take many times the space of the values.
 */
export class TextPlaces {
  private readonly keys: string[] = [];
  /** Of the key, or of the value where it is an item of a list; that of what holds it when there is none. */
  private readonly offsets: number[] = [];
  /** The entry after the last one that is inside the value. */
  private readonly ends: number[] = [];
  /** Entries of aliases, with those of what they name. */
  private readonly aliases = new Map<number, number>();
  /** Entries of what was last given each name. */
  private readonly anchors = new Map<string, number>();

  /** @param onOtherKey is called with the offset of a key that is no text */
  constructor(private readonly onOtherKey: (offset: number) => void) {}

  /** True if a value may stand in several places. */
  get hasAliases(): boolean {
    return this.aliases.size > 0;
  }

  /** The offset of the value at a JSON Pointer; of its nearest ancestor when it has none. */
  offsetOf(pointer: string): number {
    let at = 0;
    for (const key of pointerKeys(pointer)) {
      const child = this.childOf(this.aliases.get(at) ?? at, key);
      if (child === undefined) break;
      at = child;
    }
    return this.offsets[at] ?? 0;
  }

  private childOf(entry: number, key: string): number | undefined {
    const end = this.ends[entry] ?? 0;
    for (let child = entry + 1; child < end; child = this.ends[child] ?? end) {
      if (this.keys[child] === key) return child;
    }
    return undefined;
  }

  /** Adds a value, to which those belong that are added until it is closed. */
  open(key: string, offset: number): number {
    this.offsets.push(offset);
    this.ends.push(this.keys.length + 1);
    return this.keys.push(key) - 1;
  }

  close(entry: number): void {
    this.ends[entry] = this.keys.length;
  }

  /** Adds a node of the parser. */
  add(key: string, offset: number, node: unknown, shift = 0): void {
    const entry = this.open(key, offset);
    if (isAlias(node)) this.aliases.set(entry, this.anchors.get(node.source) ?? entry);
    else if (isNode(node)) this.name(node, entry);
    this.addInner(node, shift);
    this.close(entry);
  }

  /**
   * Adds what a node holds, to the value that is open.
   *
   * @param shift where the text that the node was parsed from begins
   */
  addInner(node: unknown, shift = 0): void {
    const outer = this.offsets.at(-1) ?? 0;
    const startOf = (inner: unknown): number | undefined => {
      const start = isNode(inner) ? inner.range?.[0] : undefined;
      return start === undefined ? undefined : start + shift;
    };
    if (isSeq(node)) {
      node.items.forEach((item, index) => {
        this.add(String(index), startOf(item) ?? outer, item, shift);
      });
    }
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (!isScalar(key) || key.value === null) this.onOtherKey(startOf(key) ?? 0);
      // No value has this name any more.
      if (isScalar(key)) this.name(key, -1);
      this.add(isScalar(key) ? String(key.value) : '', startOf(key) ?? outer, value, shift);
    }
  }

  private name(node: { readonly anchor?: string }, entry: number): void {
    if (node.anchor !== undefined) this.anchors.set(node.anchor, entry);
  }
}
