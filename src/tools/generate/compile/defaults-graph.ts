import type { Defaults } from 'openapi-trellis/tools';
import { isJsonObject, type ObjectSchemaAt, type SchemaAt, type Steps } from '../../document';

/** Defaults as a graph: a value leads to its properties and items, and possibly back to itself. */

export interface Candidate {
  readonly pointer: string;
  readonly value: unknown;
  readonly schemas: readonly SchemaAt[];
  readonly inner: DefaultsNode | undefined;
  /** The complete JSON text, once it is found valid. */
  text?: string;
  isRefused: boolean;
}

/** The defaults of a value, from all schemas that always apply to it. */
export interface DefaultsNode {
  readonly name: string;
  readonly schemas: readonly SchemaAt[];
  /** All schemas that always apply to the value. */
  readonly places: readonly ObjectSchemaAt[];
  readonly absent: Map<string, Candidate>;
  /** Undefined for properties without defaults inside. */
  readonly properties: Map<string, DefaultsNode | undefined>;
  additional: DefaultsNode | undefined;
  prefix: readonly (DefaultsNode | undefined)[];
  items: DefaultsNode | undefined;
  /** True when a default applies at any depth; undefined while unknown. */
  isFilled?: boolean;
  /** The validators of the value, where defaults may make it invalid. */
  validators?: readonly string[];
}

/** Steps counted for a value in a default. */
const WRITTEN_OUT = 10;

interface Completion {
  /** The defaults being completed. */
  readonly within: readonly Candidate[];
  /** The defaults to leave out. */
  readonly without: ReadonlySet<Candidate>;
  /** Shared by the document, since defaults in defaults may double with each level. */
  readonly steps: Steps;
}

/** A default with all inner defaults applied; undefined when it would contain itself. */
export function completed(
  value: unknown,
  node: DefaultsNode | undefined,
  completion: Completion,
): unknown {
  if (node === undefined) return value;
  const { within, without, steps } = completion;
  steps.take(within[0]?.pointer ?? '', WRITTEN_OUT);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) =>
      completed(item, index < node.prefix.length ? node.prefix[index] : node.items, completion),
    );
    return items.includes(undefined) ? undefined : items;
  }
  if (!isJsonObject(value)) return value;
  const members = new Map(
    Object.entries(value).map(([name, member]) => {
      const inner = node.properties.has(name) ? node.properties.get(name) : node.additional;
      return [name, completed(member, inner, completion)];
    }),
  );
  for (const [name, candidate] of node.absent) {
    if (members.has(name) || candidate.isRefused || without.has(candidate)) continue;
    const isCircle = within.includes(candidate);
    const inner = { ...completion, within: [...within, candidate] };
    members.set(name, isCircle ? undefined : completed(candidate.value, candidate.inner, inner));
  }
  return [...members.values()].includes(undefined) ? undefined : Object.fromEntries(members);
}

/** Determines `isFilled` for a node and all reachable ones. */
export function settle(start: DefaultsNode): void {
  if (start.isFilled !== undefined) return;
  const unknown = reachable([start], (node) => node.isFilled === undefined);
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

/** The nodes and all nodes reachable from them. */
export function reachable(
  starts: readonly DefaultsNode[],
  isOther: (node: DefaultsNode) => boolean = () => true,
): DefaultsNode[] {
  const found = new Set(starts);
  // The set grows during the loop.
  for (const node of found) for (const part of partsOf(node).filter(isOther)) found.add(part);
  return [...found];
}

function partsOf({ properties, additional, prefix, items }: DefaultsNode): DefaultsNode[] {
  return [...properties.values(), additional, ...prefix, items].filter(
    (each) => each !== undefined,
  );
}

export function isFilled(node: DefaultsNode | undefined): node is DefaultsNode {
  return node?.isFilled === true;
}

export function defaultsOf(node: DefaultsNode): Defaults {
  const absent = [...node.absent].filter(([, { text }]) => text !== undefined);
  const name = (part: DefaultsNode | undefined): string | null =>
    isFilled(part) ? part.name : null;
  // Names without defaults are listed too where they would otherwise count as additional.
  const properties = [...node.properties]
    .filter(([, part]) => isFilled(part) || isFilled(node.additional))
    .map(([property, part]) => [property, name(part)] as const);
  const prefix = node.prefix.map(name);
  const hasPrefix = prefix.some((each) => each !== null) || isFilled(node.items);
  return {
    ...(node.validators && { validators: node.validators }),
    ...(absent.length > 0 && {
      absent: Object.fromEntries(absent.map(([property, { text = '' }]) => [property, text])),
    }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(isFilled(node.additional) && { additional: node.additional.name }),
    ...(prefix.length > 0 && hasPrefix && { prefix }),
    ...(isFilled(node.items) && { items: node.items.name }),
  };
}
