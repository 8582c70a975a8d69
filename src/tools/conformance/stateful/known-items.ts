import { memoize } from 'openapi-trellis/tools';
import { isJsonObject, type Located, type Operation } from '../../document';
import { type ValueGenerator, type ParameterValue, valueSchema } from '../../samples';
import {
  isWithin,
  namesOf,
  referenceNames,
  type Resource,
  shapeOf,
  plainName,
} from '../../resources';

/** An item that the service has. */
export interface Item {
  readonly resource: Resource;
  readonly path: string;
  /** Values of the path parameters, in order. */
  readonly keys: readonly unknown[];
  /** Path parameters of the collection it was created in; absent if they are `keys` without the last one. */
  readonly around?: readonly unknown[];
  /** True if it existed before; it must not be removed. */
  readonly isFound?: true;
}

/** Maximum number of items of a resource, of those that responses name. */
const MOST_KEPT = 4;

/** The items known to exist, which make operations with ids in their paths reachable. */
export class KnownItems {
  private readonly items: Item[] = [];
  /** The resources of the document; undefined until they are determined. */
  resources: readonly Resource[] | undefined;

  /** @param given a value for a parameter that comes before those of items */
  constructor(
    readonly maker: ValueGenerator,
    private readonly given?: (operation: Operation, parameter: Located) => unknown,
  ) {}

  get all(): readonly Item[] {
    return this.items.toReversed();
  }

  add(item: Item): void {
    this.items.push(item);
  }

  /** Adds an item that a response names, as the one to use first; of many, forgets an earlier one. */
  keep(item: Item): void {
    const same = this.items.filter(({ path }) => path === item.path);
    const again = same.find((each) => hasKeys(each, item.keys));
    // The first one was found with more care, and is to be removed.
    const gone = again ?? (same.length < MOST_KEPT ? undefined : same[1]);
    if (gone !== undefined) this.delete(gone);
    this.items.push(again ?? item);
  }

  delete(item: Item): void {
    const at = this.items.indexOf(item);
    if (at !== -1) this.items.splice(at, 1);
  }

  of({ itemPath }: Resource): Item | undefined {
    return this.all.find(({ path }) => path === itemPath);
  }

  /**
   * A parameter value that is given, or names an existing item.
   *
   * @returns undefined if none is known
   */
  exampleFor(operation: Operation, parameter: Located): unknown {
    const given = this.given?.(operation, parameter);
    if (given !== undefined) return given;
    const name = String(parameter.value.name);
    const own = parameter.value.in === 'path' ? this.inPath(operation, name) : undefined;
    const key = own ?? this.byName(name);
    if (key === undefined) return undefined;
    const isRight = this.maker.takes(valueSchema(parameter), 'request', key);
    return isRight ? key : undefined;
  }

  /** Replaces generated parameters with those of existing items. */
  fill(operation: Operation, parameters: readonly ParameterValue[]): ParameterValue[] {
    return parameters.map((given) => {
      const value = this.exampleFor(operation, given.parameter);
      return value === undefined ? given : { ...given, value };
    });
  }

  /** Makes members such as `authorId` name existing items if the body stays valid. */
  refer(pointer: string, body: unknown): unknown {
    if (!isJsonObject(body)) return body;
    let referring = body;
    for (const name of Object.keys(body)) {
      const key = this.byName(name);
      const changed = { ...referring, [name]: key };
      const isRight = key !== undefined && this.maker.takes(pointer, 'request', changed);
      if (isRight) referring = changed;
    }
    return referring;
  }

  /** A parameter of the items along the operation's path; the deepest item takes precedence. */
  private inPath({ path }: Operation, name: string): unknown {
    const index = namesOf(path).indexOf(name);
    const shape = shapeOf(path);
    const along = this.all.filter((item) => isWithin(itemShape(item), shape));
    along.sort((a, b) => b.keys.length - a.keys.length);
    return along.find(({ keys }) => index < keys.length)?.keys[index];
  }

  private byName(name: string): unknown {
    return this.all.find(({ resource }) => isNamedBy(name, resource))?.keys.at(-1);
  }
}

const itemShape = memoize(({ path }: Item) => shapeOf(path));

export function hasKeys({ keys }: Item, others: readonly unknown[]): boolean {
  return keys.join(' ') === others.join(' ');
}

/** True for a name that states the kind of item, unlike `id`, and matches a resource. */
export function isNamedBy(name: string, resource: Resource): boolean {
  if (name.length < 4 || USUAL.test(name)) return false;
  return tellingNames(resource).includes(plainName(name));
}

const tellingNames = memoize((resource: Resource) =>
  referenceNames(resource)
    .map(plainName)
    .filter((each) => !USUAL.test(each)),
);

const USUAL = /^(?:id|_id|uuid|key|name|slug|code|version)$/i;

/** Behaviour of the service that was observed at least once, so later steps may rely on it. */
export class Observations {
  private readonly retrieved = new Set<Resource>();
  private readonly echoed = new Set<string>();

  /** Records that a created item could be read under its identity. */
  addRetrieved(resource: Resource): void {
    this.retrieved.add(resource);
  }

  isRetrievable(resource: Resource): boolean {
    return this.retrieved.has(resource);
  }

  /** Records that the service stores a member as sent. @param place pointer of the member in an item */
  addEchoed(resource: Resource, place: string): void {
    this.echoed.add(`${resource.itemPath} ${place}`);
  }

  isEchoed(resource: Resource, place: string): boolean {
    return this.echoed.has(`${resource.itemPath} ${place}`);
  }
}
