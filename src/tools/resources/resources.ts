import { memoize } from 'openapi-trellis/tools';
import {
  entries,
  type JsonObject,
  childPointer,
  type Operation,
  applicableSchemas,
  POSSIBLY,
} from '../document';
import type { LoadedContract } from '../validators';
import { responseSchema, textSchema } from './members';
import { collectionOf, isWithin, itemsAround, namesOf, shapeOf } from './path-template';

/** The things of one kind that a service keeps, with their operations. */
export interface Resource {
  /** The path template of an item, such as `/books/{bookId}`; undefined where items have no path. */
  readonly itemPath: string | undefined;
  /** Creates an item: `POST` on a collection, or a method on the item's path with an id chosen by the client. */
  readonly create: Operation | undefined;
  /** Accepts work with the status 202, whose progress an item shows: `POST` on a collection. */
  readonly start: Operation | undefined;
  /** Links from the creation to operations on the item; without any, paths decide. */
  readonly links: readonly Link[];
  /** There is always exactly one, as for `/settings`. */
  readonly isSingle: boolean;
  readonly read: Operation | undefined;
  readonly head: Operation | undefined;
  readonly replace: Operation | undefined;
  readonly change: Operation | undefined;
  readonly remove: Operation | undefined;
  readonly list: Operation | undefined;
  /** The enclosing resource, such as `/authors/{authorId}` for its books. */
  readonly parent: Resource | undefined;
}

/** The names by which others refer to an item: `authorId` for `/authors`. */
export function referenceNames({ itemPath = '' }: Pick<Resource, 'itemPath'>): string[] {
  const [, noun] = /([A-Za-z]+)\/\{[^{}]*\}\/?$/.exec(itemPath) ?? [];
  const [own] = namesOf(itemPath).slice(-1);
  const singular = noun?.replace(/ies$/, 'y').replace(/s$/, '');
  return [
    ...(own === undefined ? [] : [own]),
    ...(singular === undefined ? [] : [`${singular}Id`]),
  ];
}

/**
 * The resources of a document, parents first. Links tell which operations belong together; without links, paths do:
 * `/books` and `/books/{bookId}`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#link-object
 */
export const findResources = memoize((loaded: LoadedContract): readonly Resource[] => {
  const { operations } = loaded;
  const paths = [...new Map(operations.map(({ path }) => [shapeOf(path), path])).values()];
  const items = paths.flatMap((path) => describe(loaded, path) ?? []);
  const others = [...unreadable(operations, items), ...listedOnly(operations)];
  const found = [...items, ...others, ...startedOnly(operations, items)];
  found.sort((a, b) => depthOf(a) - depthOf(b));
  const resources: Resource[] = [];
  for (const each of found) resources.push({ ...each, parent: parentOf(each, resources) });
  return resources;
});

type Orphan = Omit<Resource, 'parent'>;

function depthOf({ create, start, itemPath, isSingle }: Orphan): number {
  return namesOf(itemPath ?? (create ?? start)?.path ?? '').length + (isSingle ? 0.5 : 0);
}

function describe(loaded: LoadedContract, path: string): Orphan | undefined {
  const { operations } = loaded;
  const at = (method: string, template = path): Operation | undefined =>
    operations.find((each) => each.method === method && shapeOf(each.path) === shapeOf(template));
  const collection = collectionOf(path);
  const methods = {
    read: at('GET'),
    head: at('HEAD'),
    replace: at('PUT'),
    change: at('PATCH'),
    remove: at('DELETE'),
  };
  const linked = linkedCreation(loaded, path);
  const inferred = collection === undefined ? undefined : at('POST', collection);
  const own = collection === undefined ? [] : ownCreations(at);
  const create = linked?.create ?? [inferred, ...own].find(isCreation);
  const isOwn = create !== undefined && shapeOf(create.path) === shapeOf(path);
  const list = at('GET', (isOwn ? collection : (create?.path ?? collection)) ?? '');
  const start = inferred && '202' in responsesOf(inferred) ? inferred : undefined;
  const known = { itemPath: path, start, links: linked?.links ?? [], ...methods };
  if (create !== undefined || collection !== undefined) {
    return { ...known, create, isSingle: false, list: list === methods.read ? undefined : list };
  }
  const changes = methods.replace ?? methods.change;
  const isSingle = changes !== undefined && readsOne(loaded, methods.read);
  return isSingle ? { ...known, create, isSingle: true, list: undefined } : undefined;
}

/** Operations that create an item at a path chosen by the client. */
function ownCreations(at: (method: string) => Operation | undefined): (Operation | undefined)[] {
  const [put, post] = [at('PUT'), at('POST')];
  return [put, post].filter((each) => each !== undefined && '201' in responsesOf(each));
}

function isCreation(operation: Operation | undefined): operation is Operation {
  if (operation === undefined || !('requestBody' in operation.value)) return false;
  return ['200', '201', '2XX'].some((status) => status in responsesOf(operation));
}

function responsesOf({ value }: Operation): object {
  const { responses } = value;
  return typeof responses === 'object' && responses !== null ? responses : {};
}

/** The operation with links to the items of a path. */
function linkedCreation(
  loaded: LoadedContract,
  path: string,
): { readonly create: Operation; readonly links: readonly Link[] } | undefined {
  if (namesOf(path).length === 0) return undefined;
  for (const create of loaded.operations) {
    if (create.method !== 'POST' || shapeOf(create.path) === shapeOf(path)) continue;
    const links = linksOf(loaded, create).filter(
      ({ target }) => shapeOf(target.path) === shapeOf(path),
    );
    if (links.length > 0 && isCreation(create)) return { create, links };
  }
  return undefined;
}

/** True for an operation whose response is a single thing, an object or a text, not a list. */
function readsOne(loaded: LoadedContract, read: Operation | undefined): boolean {
  if (read === undefined) return false;
  const pointer = responseSchema(loaded, read, 200);
  if (pointer === undefined) return textSchema(loaded, read, 'response') !== undefined;
  const places = applicableSchemas(loaded.resolver, loaded.resolver.at(pointer), POSSIBLY);
  return places.some(({ schema }) => schema.type === 'object' || 'properties' in schema);
}

/** Creations of items without a path, which only the response shows. */
function unreadable(operations: readonly Operation[], items: readonly Orphan[]): Orphan[] {
  const known = new Set(items.map(({ create }) => create));
  return operations
    .filter((each) => each.method === 'POST' && !known.has(each) && '201' in responsesOf(each))
    .filter(isCreation)
    .map((create) => ({
      ...NO_OPERATIONS,
      itemPath: undefined,
      create,
      list: operations.find((each) => each.method === 'GET' && each.path === create.path),
    }));
}

/** Operations that only accept work, with the status 202; the result is at another path. */
function startedOnly(operations: readonly Operation[], items: readonly Orphan[]): Orphan[] {
  const known = new Set(items.map(({ start }) => start));
  return operations
    .filter((each) => each.method === 'POST' && '202' in responsesOf(each) && !known.has(each))
    .filter((each) => !isCreation(each))
    .map((start) => ({ ...NO_OPERATIONS, itemPath: undefined, list: undefined, start }));
}

/** Listed items with operations below their path, but none at it. */
function listedOnly(operations: readonly Operation[]): Orphan[] {
  const known = new Set(operations.map(({ path }) => shapeOf(path)));
  const around = operations.flatMap(({ path }) => itemsAround(path));
  const itemPaths = new Map(around.map((path) => [shapeOf(path), path]));
  return [...itemPaths].flatMap(([shape, itemPath]) => {
    const collection = shapeOf(collectionOf(itemPath) ?? '');
    const list = operations.find(
      ({ method, path }) => method === 'GET' && shapeOf(path) === collection,
    );
    return list === undefined || known.has(shape) ? [] : [{ ...NO_OPERATIONS, itemPath, list }];
  });
}

const NO_OPERATIONS = {
  ...{ create: undefined, start: undefined, links: [], isSingle: false, read: undefined },
  ...{ head: undefined, replace: undefined, change: undefined, remove: undefined },
};

/** The nearest resource that encloses another. @param known in order of depth */
function parentOf(
  { create, start, itemPath }: Orphan,
  known: readonly Resource[],
): Resource | undefined {
  const shape = shapeOf(create?.path ?? itemPath ?? start?.path ?? '');
  const around = known.filter(
    (each) =>
      each.itemPath !== undefined &&
      !each.isSingle &&
      shapeOf(each.itemPath) !== shapeOf(itemPath ?? '') &&
      isWithin(shapeOf(each.itemPath), shape),
  );
  return around.at(-1);
}

/** A link from a response of one operation to a call of another. */
export interface Link {
  readonly pointer: string;
  readonly value: JsonObject;
  readonly target: Operation;
}

/**
 * The links in an operation's successful responses that lead to an operation of the document.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#link-object
 */
function linksOf(loaded: LoadedContract, operation: Operation): Link[] {
  const { resolver } = loaded;
  const at = childPointer(operation.pointer, 'responses');
  const statuses = entries(operation.value.responses).filter(([status]) => status.startsWith('2'));
  return statuses.flatMap(([status]) => {
    const response = resolver.resolve(childPointer(at, status));
    return entries(response.value.links).flatMap(([name]) => {
      const { pointer, value } = resolver.resolve(childPointer(response.pointer, 'links', name));
      const target = targetOf(value, loaded.operations);
      return target === undefined ? [] : [{ pointer, value, target }];
    });
  });
}

function targetOf(link: JsonObject, operations: readonly Operation[]): Operation | undefined {
  const { operationId, operationRef } = link;
  return operations.find((each) =>
    operationId === undefined
      ? operationRef === `#${encodeURI(each.pointer)}` || operationRef === `#${each.pointer}`
      : !each.unnamed && each.operationId === operationId,
  );
}
