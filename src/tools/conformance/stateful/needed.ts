import { memoize } from 'openapi-trellis/tools';
import type { LoadedContract } from '../../validators';
import type { Operation } from '../../document';
import { findResources, isWithin, requestMembers, type Resource, shapeOf } from '../../resources';
import { isNamedBy } from './known-items';
import { pathOf } from './run-stateful';

/**
 * The operations needed to send some operations the same requests as in a whole run: they themselves, and those
 * that create, find and remove the items named by their paths, parameters and bodies.
 *
 * @param sequences sequences that call them, each of which may call all operations on its resource
 * @returns operationIds
 */
export function neededOperations(
  loaded: LoadedContract,
  operations: readonly Operation[],
  sequences: readonly string[],
): string[] {
  const resources = findResources(loaded);
  // A response with what is there depends on what other operations have written.
  const own = resources.filter(
    (resource) =>
      operationsOn(resource).some(
        (each) => operations.includes(each) && each !== resource.create && each !== resource.start,
      ) || sequences.some((name) => name.endsWith(` ${pathOf(resource)}`)),
  );
  const needed = new Set([...operations, ...own.flatMap(operationsOn)]);
  // The loop also visits the operations added meanwhile.
  for (const operation of needed) {
    for (const { create, start, read, remove, list } of namedIn(loaded)(operation)) {
      for (const each of [create, start, read, remove, list]) if (each) needed.add(each);
    }
  }
  return [...needed].map(({ operationId }) => operationId);
}

function operationsOn(resource: Resource): Operation[] {
  const { create, start, read, head, replace, change, remove, list } = resource;
  const all = [create, start, read, head, replace, change, remove, list];
  return all.filter((each) => each !== undefined);
}

const namedIn = memoize((loaded: LoadedContract) =>
  memoize((operation: Operation) => resourcesNamed(loaded, operation)),
);

function resourcesNamed(loaded: LoadedContract, operation: Operation): Resource[] {
  const parameters = operation.parameters.map(({ value }) => String(value.name));
  const names = [...parameters, ...requestMembers(loaded, operation).keys()];
  return findResources(loaded).filter(
    (resource) =>
      resource.itemPath !== undefined &&
      (isWithin(shapeOf(resource.itemPath), shapeOf(operation.path)) ||
        names.some((name) => isNamedBy(name, resource))),
  );
}
