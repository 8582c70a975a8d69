import type { CompiledOperation } from 'openapi-trellis/tools';
import type { LoadedContract } from '../../validators';
import { type Operation, asObject } from '../../document';
import {
  collectionOf,
  findResources,
  membersOf,
  namesOf,
  partAt,
  requestSchema,
  type Resource,
  shapeOf,
} from '../../resources';
import { findIdentifier, type Identifier, namesOfThings } from './identifier';
import { shapeOfResponse, type Shape, type ThingNames } from './shape';

/** The effect of an operation on kept items. */
type Role = 'create' | 'read' | 'list' | 'replace' | 'change' | 'remove';

/** A resource whose items the mock keeps. */
export interface KeptResource {
  /** Path template of the collection, or of the singleton: `/owners/{ownerId}/pets`. */
  readonly path: string;
  /** True for a singleton, such as `/settings`. */
  readonly isSingle: boolean;
  /** The resource whose items contain these. */
  readonly parent: KeptResource | undefined;
  readonly names: ThingNames;
  /** Undefined for a singleton. */
  readonly identifier: Identifier | undefined;
  /** The shape of an item: in the response that reads it, else in another one. */
  readonly shape: Shape;
  /** True if `PUT` creates missing items. */
  readonly isMadeByReplacing: boolean;
  /** The members that a replacement keeps. */
  readonly beyondPut: readonly string[];
  readonly operations: readonly KeptOperation[];
}

export interface KeptOperation {
  readonly role: Role;
  readonly operation: Operation;
  readonly compiled: CompiledOperation;
}

/**
 * The resources of a document that can be kept: one operation creates items, and one shows them. Parents come
 * first.
 */
export function findKeptResources(loaded: LoadedContract): KeptResource[] {
  const found = new Map<Resource, KeptResource>();
  const taken = new Set<Operation>();
  for (const resource of findResources(loaded).filter(isRegular)) {
    const free = rolesOf(resource).filter(({ operation }) => !taken.has(operation));
    const kept = keptResource(loaded, resource, free, parentOf(resource, found));
    if (kept === undefined) continue;
    found.set(resource, kept);
    for (const { operation } of kept.operations) taken.add(operation);
  }
  return [...found.values()];
}

/** False unless an item's path is that of its collection and one more segment. */
function isRegular({ itemPath, isSingle, create }: Resource): boolean {
  if (isSingle || itemPath === undefined) return true;
  const collection = collectionOf(itemPath);
  if (collection === undefined) return false;
  return (
    create === undefined ||
    [collection, itemPath].some((path) => shapeOf(path) === shapeOf(create.path))
  );
}

interface RoleOf {
  readonly role: Role;
  readonly operation: Operation;
}

/** A creating operation on the item's path also replaces. */
function rolesOf(resource: Resource): RoleOf[] {
  const { create, itemPath = '', read, head, replace, change, remove, list } = resource;
  const isOwn = create !== undefined && shapeOf(create.path) === shapeOf(itemPath);
  const roles: [Role, Operation | undefined][] = [
    [isOwn ? 'replace' : 'create', create],
    ['replace', replace],
    ['change', change],
    ['read', read],
    ['read', head],
    ['list', list],
    ['remove', remove],
  ];
  const seen = new Set<Operation>();
  return roles.flatMap(([role, operation]) => {
    if (operation === undefined || seen.has(operation)) return [];
    seen.add(operation);
    return [{ role, operation }];
  });
}

function keptResource(
  loaded: LoadedContract,
  resource: Resource,
  roles: readonly RoleOf[],
  parent: KeptResource | undefined,
): KeptResource | undefined {
  const names = namesOfThings(loaded, resource);
  const showing = roles.flatMap(({ role, operation }) => {
    const shape = shapeOfResponse(loaded, operation, role === 'list' ? 'list' : 'item', names);
    return shape === undefined ? [] : [{ role, operation, shape }];
  });
  // Responses that show no list or no item are made as in a mock without state.
  const usable = roles.filter(
    ({ role, operation }) =>
      !['list', 'read'].includes(role) ||
      operation.method === 'HEAD' ||
      showing.some((each) => each.operation === operation),
  );
  const shapes = ['read', 'list', 'create', 'replace', 'change']
    .flatMap((role) => showing.filter((each) => each.role === role))
    .map((each) => each.shape);
  const [shape] = shapes;
  // A singleton is always there, whatever 404 stands for.
  const isMadeByReplacing = isUpsert(roles, resource.isSingle);
  const isMade = isMadeByReplacing || usable.some(({ role }) => role === 'create');
  const isChanged = resource.isSingle && usable.some(({ role }) => role === 'change');
  const isShown = usable.some(({ role, operation }) => {
    return role === 'list' || (role === 'read' && operation.method !== 'HEAD');
  });
  if (shape === undefined || !isShown || !(isMade || isChanged)) return undefined;
  return {
    path: pathOf(resource),
    isSingle: resource.isSingle,
    parent,
    names,
    identifier: resource.isSingle
      ? undefined
      : findIdentifier(loaded, names, resource, roles, shapes),
    shape,
    isMadeByReplacing,
    beyondPut: namesBeyondPut(loaded, shape, resource.replace),
    operations: compiledOf(loaded, usable),
  };
}

function compiledOf({ contract }: LoadedContract, roles: readonly RoleOf[]): KeptOperation[] {
  const { operations } = contract;
  return roles.flatMap((each) => {
    const { operationId } = each.operation;
    const compiled = operations.find((other) => other.operationId === operationId);
    return compiled === undefined ? [] : [{ ...each, compiled }];
  });
}

/** If another operation creates items, or 404 is documented, only a documented 201 shows that `PUT` creates. */
function isUpsert(roles: readonly RoleOf[], isSingle: boolean): boolean {
  const replacing = roles.filter(({ role }) => role === 'replace');
  if (isSingle) return replacing.length > 0;
  const statuses = replacing.flatMap(({ operation }) =>
    Object.keys(asObject(operation.value.responses)),
  );
  if (statuses.includes('201')) return true;
  const isCreated = roles.some(({ role }) => role === 'create');
  return replacing.length > 0 && !isCreated && !statuses.includes('404');
}

function pathOf({ itemPath, create, isSingle }: Resource): string {
  const path = itemPath ?? create?.path ?? '';
  return isSingle ? path : (collectionOf(path) ?? path);
}

function parentOf(
  { parent }: Resource,
  known: ReadonlyMap<Resource, KeptResource>,
): KeptResource | undefined {
  for (let around = parent; around !== undefined; around = around.parent) {
    const kept = known.get(around);
    if (kept !== undefined) return kept;
  }
  return undefined;
}

/** The number of path parameters that identify a collection. */
export function depthOf({ path }: Pick<KeptResource, 'path'>): number {
  return namesOf(path).length;
}

/**
 * The members of responses that the bodies of the replacing operation cannot contain, such as a kind that is set
 * once: a replacement keeps these. Empty if the bodies declare no members.
 */
function namesBeyondPut(
  loaded: LoadedContract,
  shape: Shape,
  replace: Operation | undefined,
): string[] {
  const pointer = replace && requestSchema(loaded, replace);
  if (pointer === undefined) return [];
  const taken = membersOf(loaded, partAt(loaded, pointer));
  if (taken.size === 0) return [];
  const shown = membersOf(loaded, partAt(loaded, shape.pointer));
  return [...shown.keys()].filter((name) => !taken.has(name));
}

const DONE: Readonly<Record<Role, string>> = {
  create: 'created by',
  read: 'read by',
  list: 'listed by',
  replace: 'replaced by',
  change: 'changed by',
  remove: 'removed by',
};

/** A line for each resource: `/things: created by createThing, read by getThing, listed by listThings`. */
export function describeResources(resources: readonly KeptResource[]): string[] {
  if (resources.length === 0) return ['nothing is kept: no operation makes what another one shows'];
  return resources.map(({ path, operations, isMadeByReplacing }) => {
    const done = operations.map(({ role, operation: { operationId } }) => {
      const how = role === 'replace' && isMadeByReplacing ? 'created or replaced by' : DONE[role];
      return `${how} ${operationId}`;
    });
    return `${path}: ${done.join(', ')}`;
  });
}
