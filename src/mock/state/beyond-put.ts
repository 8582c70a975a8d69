import type { LoadedContract, Operation } from '../../generate/index';
import { membersOf, partAt, requestSchema } from '../../resources/index';
import type { Shape } from './shape';

/**
 * The names of what is shown of a thing and has no place in the bodies of the operation that replaces it, such
 * as a kind that is chosen once: a replacement says nothing of these. None where the bodies name no members.
 */
export function namesBeyondPut(
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
