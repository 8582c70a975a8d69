import { EVENT_ID, getScalarValue, SCALAR_STYLE, type Event } from 'js-yaml';
import { pointerKeys } from '../model/json-pointer';
import { keyName } from './yaml';

/**
 * The offsets of values in a text. It uses arrays of numbers and keys, one entry for each value in text order, since
 * objects would take many times the space.
 */
export class TextPlaces {
  private readonly keys: string[] = [];
  /** Offset of the key or list item, or of the container if the value is empty. */
  private readonly offsets: number[] = [];
  /** Index of the first entry after the value and its contents. */
  private readonly ends: number[] = [];
  /** Alias entries, with the entries they refer to. */
  private readonly aliases = new Map<number, number>();
  /** The latest entry for each anchor name. */
  private readonly anchors = new Map<string, number>();
  private readonly lines: number[] = [0];
  private next = 1;

  /** @param events of one valid YAML document */
  constructor(
    private readonly text: string,
    private events: readonly Event[],
  ) {
    this.addValue('', 0);
    this.events = [];
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
      this.lines.push(end + 1);
    }
  }

  /** True if a value occurs in several places. */
  get hasAliases(): boolean {
    return this.aliases.size > 0;
  }

  /** The line of the value at a JSON Pointer, from 1; that of its nearest ancestor when it has none. */
  lineOf(pointer: string): number {
    const offset = this.offsets[this.entryAt(pointer)] ?? 0;
    let [low, high] = [0, this.lines.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.lines[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  private entryAt(pointer: string): number {
    let at = 0;
    for (const key of pointerKeys(pointer)) {
      const child = this.childOf(this.aliases.get(at) ?? at, key);
      if (child === undefined) break;
      at = child;
    }
    return at;
  }

  private childOf(entry: number, key: string): number | undefined {
    const end = this.ends[entry] ?? 0;
    for (let child = entry + 1; child < end; child = this.ends[child] ?? end) {
      if (this.keys[child] === key) return child;
    }
    return undefined;
  }

  /** Adds the value that starts at the next event, with its contents. */
  private addValue(key: string, offset: number): void {
    const entry = this.keys.push(key) - 1;
    this.offsets.push(offset);
    const event = this.events[this.next++];
    if (event?.type === EVENT_ID.ALIAS) {
      this.aliases.set(entry, this.anchors.get(this.nameOf(event)) ?? entry);
    } else if (event !== undefined && 'anchorStart' in event && event.anchorStart >= 0) {
      this.anchors.set(this.nameOf(event), entry);
    }
    if (event?.type === EVENT_ID.SEQUENCE) this.addItems(offset);
    if (event?.type === EVENT_ID.MAPPING) this.addMembers(offset);
    this.ends[entry] = this.keys.length;
  }

  private addItems(outer: number): void {
    for (let index = 0; !this.isEnd(); index++) {
      this.addValue(String(index), startOf(this.events[this.next]) ?? outer);
    }
  }

  private addMembers(outer: number): void {
    while (!this.isEnd()) {
      const event = this.events[this.next++];
      this.addValue(this.keyOf(event), startOf(event) ?? outer);
    }
  }

  private isEnd(): boolean {
    const event = this.events[this.next];
    if (event !== undefined && event.type !== EVENT_ID.POP) return false;
    this.next++;
    return true;
  }

  private keyOf(event: Event | undefined): string {
    if (event?.type !== EVENT_ID.SCALAR) return '';
    if (event.anchorStart >= 0) this.anchors.delete(this.nameOf(event));
    const text = getScalarValue(this.text, event);
    return event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0 ? keyName(text) : text;
  }

  private nameOf(event: { anchorStart: number; anchorEnd: number }): string {
    return this.text.slice(event.anchorStart, event.anchorEnd);
  }
}

export function startOf(event: Event | undefined): number | undefined {
  if (event === undefined) return undefined;
  if ('valueStart' in event) return event.valueStart;
  if ('start' in event) return event.start;
  return 'anchorStart' in event ? event.anchorStart : undefined;
}
