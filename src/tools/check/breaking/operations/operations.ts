import {
  childPointer,
  type Operation,
  asObject,
  members,
  operationsOfItem,
} from '../../../document';
import { changeRules, type OperationChange, type Change, type FoundChange } from '../change';
import { compareLifecycle } from '../compare-lifecycle';
import { isPastSunset } from '../sunset';
import { isLeftOut } from '../not-compared';
import type { SchemaComparison } from '../schemas/compare-schemas';
import {
  type OperationPair,
  type Version,
  directionsOf,
  pairOperations,
  type Versions,
} from '../versions';
import { compareParameters } from './parameters';
import { compareResponses } from './responses';
import { compareSecurity } from './security';
import { compareServers, ownServers } from './servers';
import { compareContents } from './contents';
import { added, otherPresence, type Presentable, removed } from './fields';

/** Changes of an operation, except for its callbacks. @see https://spec.openapis.org/oas/v3.1.1#operation-object */
export async function compareOperations(
  pair: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const { base, revision, versions, sender } = pair;
  const servers = sender === 'client' ? ownServers(base, revision, versions) : undefined;
  return [
    ...compareLifecycle(base, revision, 'the operation'),
    ...compareIds(base, revision),
    ...(servers === undefined ? [] : compareServers(servers)),
    ...compareSecurity(pair),
    ...(await compareParameters(pair, comparison)),
    ...(await compareRequestBodies(pair, comparison)),
    ...(await compareResponses(pair, comparison)),
  ];
}

/** Generated clients name their methods by it; requests do not change. */
function compareIds({ value: was, pointer }: Operation, revision: Operation): OperationChange[] {
  const [before, after] = [was.operationId, revision.value.operationId];
  if (typeof before !== 'string' || before === after) return [];
  const isGone = typeof after !== 'string';
  return [
    {
      ...{ rule: 'operation-id-changed', version: isGone ? 'base' : 'revision' },
      pointer: childPointer(isGone ? pointer : revision.pointer, 'operationId'),
      message: isGone
        ? `the operationId "${before}" was removed`
        : `the operationId is "${after}", where the base has "${before}"`,
    },
  ];
}

/**
 * A change with its level. An operation whose `x-stability-level` is alpha promises nothing.
 * @param operation in the base, if the change is of one that the base has
 */
export function leveled(
  operation: Pick<Operation, 'value'> | undefined,
  change: FoundChange,
): Change {
  const { level = changeRules[change.rule].level } = change;
  const isPromised = operation?.value['x-stability-level'] !== 'alpha';
  return { ...change, level: isPromised || level !== 'major' ? level : 'minor' };
}

/** @see https://spec.openapis.org/oas/v3.1.1#request-body-object */
async function compareRequestBodies(
  { base, revision, versions, sender }: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const was = bodyOf(base, versions.base);
  const is = bodyOf(revision, versions.revision);
  const direction = directionsOf(sender).request;
  if (was === undefined) return is === undefined ? [] : [added('request-body', direction, is)];
  // The body is the purpose of a request that the service sends: its removal breaks clients even if it is optional.
  if (is === undefined) return [{ ...removed('request-body', direction, was), level: 'major' }];
  const { subject } = was;
  const pair = { base: was.located, revision: is.located, versions, direction, subject } as const;
  return [
    ...otherPresence('request-body', direction, was, is),
    ...(await compareContents({ ...pair, isRequest: true }, comparison)),
  ];
}

function bodyOf({ value, pointer }: Operation, { loaded }: Version): Presentable | undefined {
  if (!('requestBody' in value)) return undefined;
  const located = loaded.resolver.resolve(childPointer(pointer, 'requestBody'));
  return { located, isRequired: located.value.required === true, subject: 'the request body' };
}

/** Path Item Objects of requests that the service sends, such as the webhooks of a version. */
interface SentItems {
  /** Pointer of the map that holds them; undefined if there is none. */
  readonly pointer: string | undefined;
  /** By name or by runtime expression. */
  readonly names: readonly string[];
}

/** The items of two versions, and their name in changes. */
interface SentPair {
  readonly kind: 'webhook' | 'callback';
  readonly base: SentItems;
  readonly revision: SentItems;
  readonly versions: Versions;
  /** Such as `webhook plantAdded`, without the method. */
  readonly nameOf: (name: string) => string;
}

/** Maximum depth of callbacks within callbacks: references may be circular. */
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
    const isKnown = (name: string): boolean =>
      !isLeftOut(versions, childPointer('/webhooks', name));
    return { pointer: '/webhooks', names: names.filter(isKnown) };
  };
  const [base, revision] = [itemsOf(versions.base), itemsOf(versions.revision)];
  const nameOf = (name: string): string => `webhook ${name}`;
  return compareSent({ kind: 'webhook', base, revision, versions, nameOf }, comparison, 0);
}

/**
 * Compares the callbacks of an operation, by name and expression.
 * @param operation name of the operation
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
  const names = [...new Set([...namesOf(base), ...namesOf(revision)])].filter(
    (name) => !isLeftOut(versions, callbackAt(base, name), callbackAt(revision, name)),
  );
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

function callbackAt({ pointer }: Operation, name: string): string {
  return childPointer(pointer, 'callbacks', name);
}

function callbackOf(operation: Operation, name: string, { loaded }: Version): SentItems {
  const { callbacks } = operation.value;
  if (!Object.hasOwn(asObject(callbacks), name)) return { pointer: undefined, names: [] };
  const callback = loaded.resolver.resolve(callbackAt(operation, name));
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
        ...{ rule: `${kind}-removed`, version: 'base' },
        ...(isPastSunset(each.value) && { level: 'minor' }),
        ...told(each, `the ${kind} was removed, so clients no longer receive its requests`),
      }),
    ),
    ...(await Promise.all(changes)).flat(),
    ...added.map((each) =>
      leveled(undefined, {
        ...{ rule: `${kind}-added`, version: 'revision' },
        ...told(each, `the ${kind} is new`),
      }),
    ),
  ];
}

function operationsOf(
  { pointer, names }: SentItems,
  { loaded: { resolver } }: Version,
): Operation[] {
  if (pointer === undefined) return [];
  return names.flatMap((name) => operationsOfItem(resolver, childPointer(pointer, name), name));
}
