import {
  isJsonObject,
  type Located,
  type Operation,
  type ValueGenerator,
} from '../../generate/index';
import { isWithin, namesOf, referenceNames, type Resource, shapeOf } from '../../resources/index';
import type { ParameterValue } from '../../samples/requests/operation-request';
import { valueSchema } from '../../samples/requests/sample-values';

/** Something that the service has. */
export interface Item {
  readonly resource: Resource;
  readonly path: string;
  /** Values of the expressions of the template, in order. */
  readonly keys: readonly unknown[];
  /** The same of the collection that it was created in; absent for all but the last of its own. */
  readonly around?: readonly unknown[];
  /** It was there before, and is not to be removed. */
  readonly isFound?: true;
}

/** What is known to be there, so that operations behind ids are reached. */
export class KnownItems {
  private readonly items: Item[] = [];
  /** Of what kinds things are; undefined until they are known. */
  resources: readonly Resource[] | undefined;

  constructor(private readonly maker: ValueGenerator) {}

  get all(): readonly Item[] {
    return this.items.toReversed();
  }

  add(item: Item): void {
    this.items.push(item);
  }

  delete(item: Item): void {
    const at = this.items.indexOf(item);
    if (at !== -1) this.items.splice(at, 1);
  }

  of({ itemPath }: Resource): Item | undefined {
    return this.all.find(({ path }) => path === itemPath);
  }

  /**
   * A value with which a parameter names something that is there.
   *
   * @returns undefined where nothing is known
   */
  exampleFor(operation: Operation, parameter: Located): unknown {
    const name = String(parameter.value.name);
    const own = parameter.value.in === 'path' ? this.inPath(operation, name) : undefined;
    const key = own ?? this.byName(name);
    if (key === undefined) return undefined;
    const isRight = this.maker.errorOf(valueSchema(parameter), 'request', key) === undefined;
    return isRight ? key : undefined;
  }

  /** Parameters with values of what is there in place of those that are made up. */
  fill(operation: Operation, parameters: readonly ParameterValue[]): ParameterValue[] {
    return parameters.map((given) => {
      const value = this.exampleFor(operation, given.parameter);
      return value === undefined ? given : { ...given, value };
    });
  }

  /** The value of a body in which members such as `authorId` name what is there, if it stays valid. */
  refer(pointer: string, body: unknown): unknown {
    if (!isJsonObject(body)) return body;
    let referring = body;
    for (const name of Object.keys(body)) {
      const key = this.byName(name);
      const changed = { ...referring, [name]: key };
      const isRight = key !== undefined && !this.maker.errorOf(pointer, 'request', changed);
      if (isRight) referring = changed;
    }
    return referring;
  }

  /** By the items along the operation's path, of which the deepest counts. */
  private inPath({ path }: Operation, name: string): unknown {
    const index = namesOf(path).indexOf(name);
    const along = this.all.filter((item) => isWithin(shapeOf(item.path), shapeOf(path)));
    along.sort((a, b) => b.keys.length - a.keys.length);
    return along.find(({ keys }) => index < keys.length)?.keys[index];
  }

  private byName(name: string): unknown {
    return this.all.find(({ resource }) => isNamedBy(name, resource))?.keys.at(-1);
  }
}

/** True for a name that says of what kind a thing is, as `id` does not, and that it is one of a resource. */
export function isNamedBy(name: string, resource: Resource): boolean {
  if (name.length < 4 || USUAL.test(name)) return false;
  const names = referenceNames(resource).map(plain);
  return names.some((each) => !USUAL.test(each) && each === plain(name));
}

const USUAL = /^(?:id|_id|uuid|key|name|slug|code|version)$/i;

function plain(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

/** What was seen to hold at least once, so that it may be relied on. */
export class Observations {
  private readonly retrieved = new Set<Resource>();
  private readonly echoed = new Set<string>();

  /** Something that was created could be read under the id that was found. */
  addRetrieved(resource: Resource): void {
    this.retrieved.add(resource);
  }

  isRetrievable(resource: Resource): boolean {
    return this.retrieved.has(resource);
  }

  /** The service stores a member as it is sent. @param place a member of items of a resource */
  addEchoed(resource: Resource, place: string): void {
    this.echoed.add(`${resource.itemPath} ${place}`);
  }

  isEchoed(resource: Resource, place: string): boolean {
    return this.echoed.has(`${resource.itemPath} ${place}`);
  }
}
