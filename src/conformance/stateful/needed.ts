import type { LoadedContract, Operation } from '../../generate/index';
import {
  findResources,
  isWithin,
  requestMembers,
  type Resource,
  shapeOf,
} from '../../resources/index';
import { isSafe } from '../http/request';
import { isNamedBy } from './known-items';
import { pathOf } from './run-stateful';

/**
 * What it takes to send operations the requests that a whole run sends them: they, and what makes, finds and
 * removes the things that their paths, parameters and bodies name.
 *
 * @param sequences that they are called in, each of which may call whatever is about its resource
 * @returns operationIds
 */
export function neededOperations(
  loaded: LoadedContract,
  operations: readonly Operation[],
  sequences: readonly string[],
): string[] {
  const resources = findResources(loaded);
  // What is read is as others have written it.
  const reads = operations.filter(({ method }) => isSafe(method));
  const own = resources.filter(
    (resource) =>
      operationsOn(resource).some((each) => reads.includes(each)) ||
      sequences.some((name) => name.endsWith(` ${pathOf(resource)}`)),
  );
  const needed = new Set([...operations, ...own.flatMap(operationsOn)]);
  // What is added meanwhile has its turn, too.
  for (const operation of needed) {
    const named = resourcesNamed(loaded, operation, resources);
    for (const { create, start, read, remove, list } of named) {
      for (const each of [create, start, read, remove, list]) if (each) needed.add(each);
    }
  }
  return [...needed].map(({ operationId }) => operationId);
}

/** Those that are about what a resource is. */
function operationsOn(resource: Resource): Operation[] {
  const { create, start, read, head, replace, change, remove, list } = resource;
  const all = [create, start, read, head, replace, change, remove, list];
  return all.filter((each) => each !== undefined);
}

function resourcesNamed(
  loaded: LoadedContract,
  operation: Operation,
  resources: readonly Resource[],
): Resource[] {
  const parameters = operation.parameters.map(({ value }) => String(value.name));
  const names = [...parameters, ...requestMembers(loaded, operation).keys()];
  return resources.filter(
    (resource) =>
      resource.itemPath !== undefined &&
      (isWithin(shapeOf(resource.itemPath), shapeOf(operation.path)) ||
        names.some((name) => isNamedBy(name, resource))),
  );
}
