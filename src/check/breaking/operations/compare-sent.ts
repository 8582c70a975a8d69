import {
  asObject,
  childPointer,
  members,
  type Operation,
  operationsOfItem,
} from '../../../generate/index';
import type { Change } from '../change';
import { compareOperations, leveled } from './compare-operations';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { type OperationPair, pairOperations } from './operation-pairs';
import type { Version, Versions } from '../version';

/** Path Item Objects of requests that the service sends, such as the webhooks of a version. */
interface SentItems {
  /** Pointer of the map that holds them; undefined where there is none. */
  readonly pointer: string | undefined;
  /** By name or by expression. */
  readonly names: readonly string[];
}

/** Where items of two versions are, and what to call them. */
interface SentPair {
  readonly kind: 'webhook' | 'callback';
  readonly base: SentItems;
  readonly revision: SentItems;
  readonly versions: Versions;
  /** Such as `webhook plantAdded`, without the method. */
  readonly nameOf: (name: string) => string;
}

/** Callbacks of operations of callbacks that are compared: references may lead in circles. */
const MAX_DEPTH = 3;

/**
 * The requests of webhooks, which the service sends and its clients receive.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields
 */
export function compareWebhooks(
  versions: Versions,
  comparison: SchemaComparison,
): Promise<Change[]> {
  const itemsOf = ({ loaded }: Version): SentItems => {
    const names = members(loaded.resolver.document.webhooks).map(([name]) => name);
    return { pointer: '/webhooks', names };
  };
  const [base, revision] = [itemsOf(versions.base), itemsOf(versions.revision)];
  const nameOf = (name: string): string => `webhook ${name}`;
  return compareSent({ kind: 'webhook', base, revision, versions, nameOf }, comparison, 0);
}

/**
 * The callbacks of an operation, by name and expression.
 *
 * @param operation what the operation is called
 * @see https://spec.openapis.org/oas/v3.1.1#callback-object
 */
export async function compareCallbacks(
  { base, revision, versions }: OperationPair,
  operation: string,
  comparison: SchemaComparison,
  depth = 0,
): Promise<Change[]> {
  if (depth > MAX_DEPTH) return [];
  const namesOf = ({ value }: Operation): string[] => members(value.callbacks).map(([key]) => key);
  const names = [...new Set([...namesOf(base), ...namesOf(revision)])];
  const changes = names.map((name) => {
    const pair = {
      base: callbackOf(base, name, versions.base),
      revision: callbackOf(revision, name, versions.revision),
      nameOf: (expression: string) => `${operation} callback ${name} ${expression}`,
    };
    return compareSent({ kind: 'callback', versions, ...pair }, comparison, depth);
  });
  return (await Promise.all(changes)).flat();
}

function callbackOf({ value, pointer }: Operation, name: string, { loaded }: Version): SentItems {
  if (!Object.hasOwn(asObject(value.callbacks), name)) return { pointer: undefined, names: [] };
  const callback = loaded.resolver.resolve(childPointer(pointer, 'callbacks', name));
  return { pointer: callback.pointer, names: members(callback.value).map(([key]) => key) };
}

async function compareSent(
  { kind, base, revision, versions, nameOf }: SentPair,
  comparison: SchemaComparison,
  depth: number,
): Promise<Change[]> {
  const before = operationsOf(base, versions.base);
  const { both, added, removed } = pairOperations(
    before,
    operationsOf(revision, versions.revision),
  );
  const called = ({ method, path }: Operation): string => `${nameOf(path)} ${method}`;
  const changes = both.map(async (operations): Promise<Change[]> => {
    const pair = { ...operations, versions, sender: 'service' } as const;
    const operation = called(pair.revision);
    const found = await compareOperations(pair, comparison);
    return [
      ...found.map((each) => leveled(pair.base, { ...each, operation })),
      ...(await compareCallbacks(pair, operation, comparison, depth + 1)),
    ];
  });
  const told = (
    operation: Operation,
    message: string,
  ): Pick<Change, 'operation' | 'pointer' | 'message'> => {
    return { operation: called(operation), pointer: operation.pointer, message };
  };
  return [
    ...removed.map((each) =>
      leveled(each, {
        ...{ rule: `${kind}-removed`, level: 'major', version: 'base' },
        ...told(each, `the ${kind} was removed, so clients no longer receive its requests`),
      } as const),
    ),
    ...(await Promise.all(changes)).flat(),
    ...added.map((each): Change => ({
      ...{ rule: `${kind}-added`, level: 'minor', version: 'revision' },
      ...told(each, `the ${kind} is new`),
    })),
  ];
}

function operationsOf(
  { pointer, names }: SentItems,
  { loaded: { resolver } }: Version,
): Operation[] {
  if (pointer === undefined) return [];
  return names.flatMap((name) => operationsOfItem(resolver, childPointer(pointer, name), name));
}
