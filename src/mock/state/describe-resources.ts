import type { KeptResource, Role } from './kept-resources';

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
