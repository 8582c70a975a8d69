import type { Defaults } from '../../contract';
import { isJsonObject } from '../../document/model/json-object';
import type { SchemaAt } from '../../document/model/schema-at';
import type { Steps } from '../../document/model/steps';

/**
 * What is filled into values, as a graph: a value leads to those of its properties and items, and perhaps
 * back to itself.
 */

export interface Candidate {
  readonly pointer: string;
  readonly value: unknown;
  readonly schemas: readonly SchemaAt[];
  readonly inner: DefaultsNode | undefined;
  /** The complete JSON text, once it was found valid. */
  text?: string;
  isRefused: boolean;
}

/** The defaults of a value, by all schemas that always apply to it. */
export interface DefaultsNode {
  readonly name: string;
  readonly absent: Map<string, Candidate>;
  /** Undefined for properties without defaults inside. */
  readonly properties: Map<string, DefaultsNode | undefined>;
  additional: DefaultsNode | undefined;
  prefix: readonly (DefaultsNode | undefined)[];
  items: DefaultsNode | undefined;
  /** Whether any default is filled in, at any depth; undefined while unknown. */
  isFilled?: boolean;
}

/** Steps of a value in a default. */
const WRITTEN_OUT = 10;

/**
 * A default with all that is filled into it; undefined when it would hold itself.
 *
 * @param within the defaults that are being completed
 * @param steps of the document, since defaults in defaults may double with each level
 */
export function completed(
  value: unknown,
  node: DefaultsNode | undefined,
  within: readonly Candidate[],
  steps: Steps,
): unknown {
  if (node === undefined) return value;
  steps.take(within[0]?.pointer ?? '', WRITTEN_OUT);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) =>
      completed(item, index < node.prefix.length ? node.prefix[index] : node.items, within, steps),
    );
    return items.includes(undefined) ? undefined : items;
  }
  if (!isJsonObject(value)) return value;
  const members = new Map(
    Object.entries(value).map(([name, member]) => {
      const inner = node.properties.has(name) ? node.properties.get(name) : node.additional;
      return [name, completed(member, inner, within, steps)];
    }),
  );
  for (const [name, candidate] of node.absent) {
    if (members.has(name) || candidate.isRefused) continue;
    const isCircle = within.includes(candidate);
    const inner = [...within, candidate];
    members.set(
      name,
      isCircle ? undefined : completed(candidate.value, candidate.inner, inner, steps),
    );
  }
  return [...members.values()].includes(undefined) ? undefined : Object.fromEntries(members);
}

/** Determines `isFilled` for a node and all reachable ones. */
export function settle(start: DefaultsNode): void {
  const unknown = reachable(start);
  for (const each of unknown) {
    each.isFilled = [...each.absent.values()].some(({ text }) => text !== undefined);
  }
  let isChanged = true;
  while (isChanged) {
    const found = unknown.filter((each) => !each.isFilled && partsOf(each).some(isFilled));
    for (const each of found) each.isFilled = true;
    isChanged = found.length > 0;
  }
}

/** The node and all reachable ones whose `isFilled` is unknown. */
function reachable(start: DefaultsNode): DefaultsNode[] {
  const found = new Set<DefaultsNode>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.isFilled !== undefined || found.has(node)) continue;
    found.add(node);
    waiting.push(...partsOf(node));
  }
  return [...found];
}

function partsOf({ properties, additional, prefix, items }: DefaultsNode): DefaultsNode[] {
  return [...properties.values(), additional, ...prefix, items].filter(
    (each) => each !== undefined,
  );
}

function isFilled(node: DefaultsNode | undefined): node is DefaultsNode {
  return node?.isFilled === true;
}

export function defaultsOf(node: DefaultsNode): Defaults {
  const absent = [...node.absent].filter(([, { text }]) => text !== undefined);
  const name = (part: DefaultsNode | undefined): string | null =>
    isFilled(part) ? part.name : null;
  // A name that nothing is filled into must not be taken for an additional one.
  const properties = [...node.properties]
    .filter(([, part]) => isFilled(part) || isFilled(node.additional))
    .map(([property, part]) => [property, name(part)] as const);
  const prefix = node.prefix.map(name);
  const hasPrefix = prefix.some((each) => each !== null) || isFilled(node.items);
  return {
    ...(absent.length > 0 && {
      absent: Object.fromEntries(absent.map(([property, { text = '' }]) => [property, text])),
    }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(isFilled(node.additional) && { additional: node.additional.name }),
    ...(prefix.length > 0 && hasPrefix && { prefix }),
    ...(isFilled(node.items) && { items: node.items.name }),
  };
}
