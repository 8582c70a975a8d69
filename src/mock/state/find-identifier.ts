import { valueSchema } from '../../samples/requests/sample-values';
import type { LoadedContract, Operation } from '../../generate/index';
import {
  memberNamed,
  membersOf,
  namesOf,
  type Part,
  partAt,
  referenceNames,
  requestSchema,
  type Resource,
  ID_NAMES,
} from '../../resources/index';
import type { Identifier } from './id';
import type { Shape, ThingNames } from './shape';

/** The names by which a resource's things are known, the likeliest first. */
export function namesOfThings(loaded: LoadedContract, resource: Resource): ThingNames {
  const [own] = namesOf(resource.itemPath ?? '').slice(-1);
  const references = referenceNames(resource);
  const nouns = references.map((name) => name.replace(/_?id$/i, '').toLowerCase());
  const ids = [...(own === undefined ? [] : [own]), ...ID_NAMES, ...references];
  return {
    ids: [...new Set(ids)],
    nouns: nouns.filter(Boolean),
    sent: namesOfSent(loaded, resource),
  };
}

function namesOfSent(
  loaded: LoadedContract,
  { create, replace, change }: Resource,
): readonly string[] {
  const sending = [create, replace, change].filter((operation) => operation !== undefined);
  return sending.flatMap((operation) => {
    const pointer = requestSchema(loaded, operation);
    return pointer === undefined ? [] : [...membersOf(loaded, partAt(loaded, pointer)).keys()];
  });
}

/**
 * The member of a thing that its path names: by the name of the path's last expression, else a usual name such
 * as `id`, else one such as `petId`.
 *
 * @param shapes of its responses
 */
export function findIdentifier(
  loaded: LoadedContract,
  { ids }: ThingNames,
  resource: Resource,
  roles: readonly { readonly operation: Operation }[],
  shapes: readonly Shape[],
): Identifier {
  const shown = shapes.map(({ pointer }) => membersOf(loaded, partAt(loaded, pointer)));
  const found = ids.flatMap((id) => shown.flatMap((members) => memberCalled(members, id) ?? []))[0];
  return {
    member: found?.name,
    response: found?.part.places[0]?.pointer,
    parameter: parameterOf(resource, roles),
  };
}

function memberCalled(
  members: ReadonlyMap<string, Part>,
  name: string,
): { readonly name: string; readonly part: Part } | undefined {
  const names = Object.fromEntries([...members.keys()].map((own) => [own, own]));
  const own = memberNamed(names, name);
  const part = typeof own === 'string' ? members.get(own) : undefined;
  return part && { name: String(own), part };
}

function parameterOf(
  { itemPath = '' }: Resource,
  roles: readonly { readonly operation: Operation }[],
): string | undefined {
  const depth = namesOf(itemPath).length;
  const onItem = roles.find(({ operation }) => namesOf(operation.path).length === depth);
  const name = namesOf(onItem?.operation.path ?? '').at(-1);
  const parameter = onItem?.operation.parameters.find(
    ({ value }) => value.in === 'path' && value.name === name,
  );
  return parameter && valueSchema(parameter);
}
