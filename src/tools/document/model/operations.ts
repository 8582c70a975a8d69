import { members, objects, strings, type JsonObject } from './json-object';
import { childPointer } from './json-pointer';
import type { Located, Resolver } from './resolve';
import { operationsIn } from './walk-document';
import { FreeNames } from '../free-names';

/** An operation together with what its path item and the document contribute. */
export interface Operation {
  /** From the document, or derived from method and path. */
  readonly operationId: string;
  /** As in requests, such as `GET`. */
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly value: JsonObject;
  /** Including those of the path item, overridden by location and name. */
  readonly parameters: readonly Located[];
  /** Path parameters without an expression in the path template; they are ignored. */
  readonly unused: readonly Located[];
  readonly security: readonly JsonObject[];
  /** The pointer of the nearest `servers` field; absent when that is the document's. */
  readonly servers?: string;
  /** True when the name was derived. */
  readonly unnamed: boolean;
  /** Undeclared query parameters are rejected. */
  readonly isQueryStrict: boolean;
}

/**
 * All operations under `paths`, in document order.
 *
 * @throws DocumentError for a reference that leads nowhere
 * @see https://spec.openapis.org/oas/v3.1.1#paths-object
 */
export function operationsOf(resolver: Resolver): Operation[] {
  const given = members(resolver.document.paths).flatMap(([path]) =>
    operationsOfItem(resolver, childPointer('', 'paths', path), path),
  );
  return withNames(given);
}

/**
 * The operations of a Path Item Object, under `paths` or of a webhook or callback. Operations without an operationId
 * get an empty one.
 *
 * @param pointer of the item, or of a reference to it
 * @param path the path template, whose expressions the path parameters fill
 * @throws DocumentError for a reference that leads nowhere
 * @see https://spec.openapis.org/oas/v3.1.1#path-item-object
 */
export function operationsOfItem(resolver: Resolver, pointer: string, path: string): Operation[] {
  const { document } = resolver;
  const item = resolver.resolve(pointer);
  const isUnused = isOutside(path);
  return operationsIn(item.value, item.pointer).map(({ method, pointer, value }) => {
    const { operationId } = value;
    const parameters = mergeParameters(resolver, item, { pointer, value });
    return {
      operationId: typeof operationId === 'string' ? operationId : '',
      method,
      path,
      pointer,
      value,
      parameters: parameters.filter((parameter) => !isUnused(parameter)),
      unused: parameters.filter(isUnused),
      security: objects(value.security ?? document.security),
      ...serversOf(item, { pointer, value }),
      unnamed: typeof operationId !== 'string',
      isQueryStrict: isQueryStrict([value, item.value, document]),
    };
  });
}

/** Operations with the operationIds that they state, or else derived ones. */
export function withNames<Written extends Pick<Operation, 'method' | 'path' | 'value'>>(
  operations: readonly Written[],
): (Written & Pick<Operation, 'operationId'>)[] {
  const taken = new Set(operations.map(({ value }) => value.operationId));
  const names = new FreeNames((name) => taken.has(name));
  return operations.map((operation) => {
    const { method, path, value } = operation;
    const { operationId } = value;
    if (typeof operationId === 'string') return { ...operation, operationId };
    const derived = deriveOperationId(method, path, names);
    taken.add(derived);
    return { ...operation, operationId: derived };
  });
}

/**
 * Derives a stable name for an operation without an operationId, such as `get_plants_by_id`. Operations whose names
 * would be equal get numbers, in document order.
 *
 * @param names knows the names of other operations
 */
export function deriveOperationId(method: string, path: string, names: FreeNames): string {
  const text = `${method.toLowerCase()} ${path.replace(/\{([^{}]*)\}/g, '/by/$1')}`;
  return names.of((text.match(/[A-Za-z0-9]+/g) ?? []).join('_'));
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-6 */
function mergeParameters(resolver: Resolver, item: Located, operation: Located): Located[] {
  const merged = new Map<string, Located>();
  for (const owner of [item, operation]) {
    const list = owner.value.parameters;
    if (!Array.isArray(list)) continue;
    list.forEach((_, index) => {
      const parameter = resolver.resolve(childPointer(owner.pointer, 'parameters', index));
      const { in: location, name } = parameter.value;
      merged.set(`${String(location)} ${String(name)}`, parameter);
    });
  }
  return [...merged.values()];
}

/** The names of the template expressions of a path. @see https://spec.openapis.org/oas/v3.1.1#path-templating */
export function expressionsOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** A test for path parameters without an expression in the path template. */
function isOutside(path: string): (parameter: Located) => boolean {
  const names = expressionsOf(path);
  return ({ value }) => value.in === 'path' && !names.includes(String(value.name));
}

/** The nearest servers override the others. An empty list counts as absent. */
function serversOf(item: Located, operation: Located): { servers?: string } {
  const owner = [operation, item].find(({ value }) => objects(value.servers).length > 0);
  return owner === undefined ? {} : { servers: childPointer(owner.pointer, 'servers') };
}

/** The extension that makes a service reject undeclared query parameters. */
export const STRICT_QUERY = 'x-strict-query';

/** @param objects the nearest first; the first that states a value decides */
function isQueryStrict(objects: readonly JsonObject[]): boolean {
  return objects.map((each) => each[STRICT_QUERY]).find((said) => said !== undefined) === true;
}

/** A security requirement as scopes by scheme name. */
export function securityRequirement(value: JsonObject): Record<string, string[]> {
  return Object.fromEntries(Object.entries(value).map(([name, scopes]) => [name, strings(scopes)]));
}
