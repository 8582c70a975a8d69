import { EVENT_ID, getScalarValue, SCALAR_STYLE, type Event } from 'js-yaml';
import { pointerKeys } from '../model/json-pointer';
import { keyName } from './yaml';

/**
 * Where the values of a text begin. It holds numbers and keys in lists, one entry for each value in the
 * order of the text, since objects would take many times the space.
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
  /** Where each line begins. */
  private readonly lines: number[] = [0];
  /** The event to be read next. */
  private next = 1;

  /** @param events those of a text that holds one YAML document without a fault */
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

  /** True if a value may stand in several places. */
  get hasAliases(): boolean {
    return this.aliases.size > 0;
  }

  /** The line of the value at a JSON Pointer, 1 or more; that of its nearest ancestor when it has none. */
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

  /** Adds the value that the next event begins, and what it holds. */
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

/** The offset of what an event begins. */
export function startOf(event: Event | undefined): number | undefined {
  if (event === undefined) return undefined;
  if ('valueStart' in event) return event.valueStart;
  if ('start' in event) return event.start;
  return 'anchorStart' in event ? event.anchorStart : undefined;
}
