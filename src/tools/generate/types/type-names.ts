import {
  isHiddenProperty,
  type Use,
  COMPONENTS,
  UNLISTED,
  childPointer,
  valueAt,
  type Resolver,
  schemasOf,
  visitSchemas,
  FreeNames,
  entries,
  mapAt,
  keyPlaces,
  withReached,
} from '../../document';
import { pointerKeys } from 'openapi-trellis/tools';
import { distinctNames, identifierName, RESERVED_WORDS } from './identifiers';
import { namedType, type TypeText } from './type-text';
import { type SchemaGroups } from './schema-groups';

interface NamedSchema {
  readonly name: string;
  readonly pointer: string;
  readonly use: Use | undefined;
}

/** Names that the module or TypeScript already uses. */
const TAKEN = new Set([
  ...RESERVED_WORDS,
  ...['$defs', '$formats', '$unlisted', 'components', 'operations', 'paths', 'webhooks'],
  ...['AsyncIterable', 'Iterable', 'Record', 'Uint8Array'],
  ...['any', 'as', 'bigint', 'boolean', 'never', 'number', 'object', 'string', 'symbol'],
  ...['undefined', 'unknown'],
  // Type operators.
  ...['infer', 'keyof', 'readonly', 'unique'],
]);

/**
 * Names the types of schemas that others refer to. A component keeps its name as far as a type can have it. Other names
 * are for schemas elsewhere, and for those that differ between requests and responses. Each is a `type` declaration:
 * the compiler prints its name in messages, but the whole type of a property such as `components["schemas"]["Plant"]`,
 * and recursive lists cannot be declared otherwise.
 */
export class TypeNames {
  private readonly names = new Map<string, NamedSchema>();
  private readonly taken: Set<string>;
  private readonly free = new FreeNames((name) => this.taken.has(name));

  /** @param directed schemas that differ between requests and responses (directedSchemas) */
  constructor(
    groups: SchemaGroups,
    private readonly directed: DirectedSchemas,
  ) {
    const schemas = entries(valueAt(groups.resolver.document, COMPONENTS));
    const components = schemas.map(([name]) => name);
    const names = distinctNames(components, (name) => identifierName(name, TAKEN));
    for (const component of components) {
      const pointer = childPointer(COMPONENTS, component);
      const name = names.get(component) ?? component;
      this.names.set(nameKey(pointer, undefined), { name, pointer, use: undefined });
    }
    this.taken = new Set([...TAKEN, ...names.values()]);
  }

  /** Components first, then other types in order of first use. */
  get declared(): Iterable<NamedSchema> {
    return this.names.values();
  }

  readonly reference = (pointer: string, wanted: Use | undefined): TypeText => {
    const use = this.tellingUse(pointer, wanted);
    const key = nameKey(pointer, use);
    const known = this.names.get(key);
    if (known !== undefined) return namedType(known.name);
    const name = this.freeName(pointer, use);
    this.names.set(key, { name, pointer, use });
    return namedType(name);
  };

  /** The use, if the schema differs in it from its plain type. */
  private tellingUse(pointer: string, wanted: Use | undefined): Use | undefined {
    if (wanted === undefined || this.directed[wanted].has(pointer)) return wanted;
    return wanted === 'input' ? this.tellingUse(pointer, 'request') : undefined;
  }

  private freeName(pointer: string, use: Use | undefined): string {
    const [keyword, key = ''] = pointerKeys(pointer).slice(-2);
    const word = key.replace(/[^A-Za-z0-9_$]+/g, '_').replace(/^(?=\d|$)/, '_');
    const ending = { input: 'Input', request: 'Request', response: 'Response', none: 'Schema' }[
      use ?? 'none'
    ];
    const isDefinition = use === undefined && keyword === '$defs';
    const stem = isDefinition ? word : `${word}${ending}`;
    const name = this.free.of(stem, (number) => `${stem}${number}`);
    this.taken.add(name);
    return name;
  }
}

function nameKey(pointer: string, use: Use | undefined): string {
  return `${use ?? ''} ${pointer}`;
}

export type DirectedSchemas = Readonly<Record<Use, ReadonlySet<string>>>;

/**
 * Finds schemas that others refer to and that contain, at any depth, properties hidden in a direction, defaults (for
 * inputs), or unlisted values of a hierarchy (for the received direction).
 *
 * @param filled properties with defaults, by `placesKey` of their schemas
 * @returns the sets for handlers, whose inputs have defaults, and for clients, which send requests unchanged
 */
export function directedSchemas(
  resolver: Resolver,
  filled: ReadonlySet<string>,
): { readonly received: DirectedSchemas; readonly sent: DirectedSchemas } {
  const { document } = resolver;
  const users = new Map<string, Set<string>>();
  const filledPlaces = new Set([...filled].flatMap(keyPlaces));
  const holders = {
    input: new Set<string>(),
    request: new Set<string>(),
    response: new Set<string>(),
    unlisted: new Set<string>(),
  };
  const pending = schemasOf(document).map(({ pointer }) => pointer);
  const collect = (pointer: string): void => {
    visitSchemas(valueAt(document, pointer), pointer, (schema, at) => {
      const properties = mapAt({ schema, pointer: at }, 'properties');
      for (const direction of ['request', 'response'] as const) {
        if (holders[direction].has(pointer)) continue;
        if (properties.some(([, each]) => isHiddenProperty(resolver, each, direction)))
          holders[direction].add(pointer);
      }
      if (schema[UNLISTED] === true) holders.unlisted.add(pointer);
      if (properties.some(([, each]) => filledPlaces.has(each.pointer))) holders.input.add(pointer);
      if (typeof schema.$ref !== 'string') return;
      const target = resolver.target(schema.$ref, at);
      const known = users.get(target);
      if (known === undefined) pending.push(target);
      users.set(target, (known ?? new Set<string>()).add(pointer));
    });
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) collect(next);
  const request = withReached(users, holders.request);
  const response = withReached(users, holders.response);
  const unlisted = withReached(users, holders.unlisted);
  const input = withReached(users, holders.input);
  return {
    received: { input, request: new Set([...request, ...unlisted]), response },
    sent: { input: new Set(), request, response: new Set([...response, ...unlisted]) },
  };
}
