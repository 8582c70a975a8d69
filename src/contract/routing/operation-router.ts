import type { CompiledContract, CompiledOperation } from '../compiled-contract';
import { Router } from './router';

/**
 * Routes for all operations of a contract: under each base path of its servers, and without one where
 * no path of the document clashes with that.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#server-object
 */
export function routeOperations(contract: CompiledContract): Router<CompiledOperation> {
  const router = new Router<CompiledOperation>();
  const taken = new Set<string>();
  const add = (basePath: string, operation: CompiledOperation): void => {
    const path = basePath + operation.path;
    const route = `${operation.method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
    if (taken.has(route)) return;
    taken.add(route);
    router.add(operation.method, path, operation);
  };
  for (const operation of contract.operations) {
    for (const basePath of operation.basePaths ?? contract.basePaths) add(basePath, operation);
  }
  for (const operation of contract.operations) add('', operation);
  return router;
}
