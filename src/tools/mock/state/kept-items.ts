import { type Failure, stringifyJson } from 'openapi-trellis/tools';
import type { JsonObject } from '../../document';
import { full } from '../failures';
import type { KeptResource } from './kept-resources';

/** Limits for all resources together. Requests beyond them are rejected. */
export interface KeptLimits {
  readonly maxItems: number;
  /** Of the items' JSON texts. */
  readonly maxBytes: number;
}

/** More than tests need, and too little to slow a machine down. */
export const KEPT_LIMITS: KeptLimits = { maxItems: 10_000, maxBytes: 64 * 1_048_576 };

interface KeptItem {
  readonly value: JsonObject;
  /** Size of its JSON text. */
  readonly bytes: number;
}

/** The items of one resource, below the same parent items. */
export interface Collection {
  readonly resource: KeptResource;
  /** The ids of its parents, from the outermost. */
  readonly around: readonly string[];
}

/** The kept items, by resource, parents and id, in order of creation. */
export class KeptItems {
  private readonly collections = new Map<string, Collection & { items: Map<string, KeptItem> }>();
  private size = 0;
  private bytes = 0;

  constructor(private readonly limits: KeptLimits) {}

  get(collection: Collection, id: string): JsonObject | undefined {
    return this.collections.get(collectionName(collection))?.items.get(id)?.value;
  }

  /** In order of creation. */
  list(collection: Collection): JsonObject[] {
    const { items } = this.collections.get(collectionName(collection)) ?? {};
    return [...(items?.values() ?? [])].map(({ value }) => value);
  }

  /** Keeps an item, replacing one with the same id. @returns the failure if a limit is reached */
  put(collection: Collection, id: string, value: JsonObject): Failure | undefined {
    const name = collectionName(collection);
    const known = this.collections.get(name);
    const before = known?.items.get(id);
    const bytes = Buffer.byteLength(stringifyJson(value));
    const size = this.size + (before === undefined ? 1 : 0);
    const total = this.bytes + bytes - (before?.bytes ?? 0);
    const { maxItems, maxBytes } = this.limits;
    if (size > maxItems || total > maxBytes) {
      const most = `${maxItems} things of ${maxBytes} bytes together`;
      return full(`The mock keeps no more than ${most}; delete some, or send DELETE /-/state`);
    }
    const items = known?.items ?? new Map<string, KeptItem>();
    if (known === undefined) this.collections.set(name, { ...collection, items });
    items.set(id, { value, bytes });
    this.size = size;
    this.bytes = total;
    return undefined;
  }

  /** Removes an item, with everything below it. */
  remove(collection: Collection, id: string): void {
    const { resource, around } = collection;
    this.drop(collectionName(collection), id);
    const within = [...around, id];
    for (const [name, each] of this.collections) {
      const isWithin = within.every((key, index) => each.around[index] === key);
      if (!isWithin || !isBelow(each.resource, resource)) continue;
      for (const key of each.items.keys()) this.drop(name, key);
    }
  }

  clear(): void {
    this.collections.clear();
    this.size = 0;
    this.bytes = 0;
  }

  /** The number of a resource's items, below all parents. */
  count(resource: KeptResource): number {
    const those = [...this.collections.values()].filter((each) => each.resource === resource);
    return those.reduce((sum, { items }) => sum + items.size, 0);
  }

  private drop(name: string, id: string): void {
    const items = this.collections.get(name)?.items;
    const item = items?.get(id);
    if (items === undefined || item === undefined) return;
    items.delete(id);
    if (items.size === 0) this.collections.delete(name);
    this.size--;
    this.bytes -= item.bytes;
  }
}

function collectionName({ resource, around }: Collection): string {
  return JSON.stringify([resource.path, ...around]);
}

function isBelow({ parent }: KeptResource, resource: KeptResource): boolean {
  return parent !== undefined && (parent === resource || isBelow(parent, resource));
}
