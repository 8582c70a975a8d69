import {
  asObject,
  childPointer,
  type DocumentNotice,
  type JsonObject,
  type Operation,
  routeOf,
  valueAt,
  type WrittenOperation,
  writtenOperations,
} from '../../generate/index';
import { nameOf } from './change';
import { type OperationPairs, pairOperations, type Version, type Versions } from './versions';

/** Operations, webhooks and callbacks that both versions have, and that one leaves out for a fault. */
export interface NotCompared {
  readonly rule: 'operation-not-compared';
  /** Where the fault is, as JSON Pointer in that version. */
  readonly pointer: string;
  /** The one that leaves them out. */
  readonly version: keyof Versions;
  readonly fault: DocumentNotice;
  readonly parts: readonly Part[];
}

interface Part {
  /** As changes have it, such as `POST /plants`. */
  readonly operation: string;
  /** JSON Pointer in that version. */
  readonly pointer: string;
}

/** Pairs all operations of two versions, those that are left out too. */
export function pairVersions({ base, revision }: Versions): OperationPairs<WrittenOperation> {
  return pairOperations(allOperations(base), allOperations(revision));
}

function allOperations({ loaded, faults, source }: Version): readonly WrittenOperation[] {
  const { operations } = loaded;
  if (faults.length === 0) return operations;
  // Of two paths that differ in names only, one is left out.
  const served = new Set(operations.map(routeOf));
  const others = writtenOperations(source.document).filter((each) => !served.has(routeOf(each)));
  return [...operations, ...others];
}

interface Pair<Each> {
  readonly base: Each;
  readonly revision: Each;
}

/** True for operations that neither version leaves out. */
export function isCompared(pair: Pair<WrittenOperation>): pair is Pair<Operation> {
  return isServed(pair.base) && isServed(pair.revision);
}

function isServed(operation: WrittenOperation): operation is Operation {
  return 'operationId' in operation;
}

/** True for a webhook or a callback that one of the versions leaves out. */
export function isLeftOut(versions: Versions, base: string, revision = base): boolean {
  return (faultOf(versions.base, base) ?? faultOf(versions.revision, revision)) !== undefined;
}

/** The fault for which the value at a JSON Pointer, or what it is in, is left out. */
function faultOf({ faults }: Version, pointer: string): DocumentNotice | undefined {
  const isAround = (part: string): boolean => `${pointer}/`.startsWith(`${part}/`);
  return faults.find(({ leftOut = [] }) => leftOut.some(isAround));
}

/** What is not compared, by fault. */
export function notCompared(versions: Versions): NotCompared[] {
  const found = new Map<DocumentNotice, NotCompared>();
  const add = (version: keyof Versions, fault: DocumentNotice, part: Part): void => {
    const { parts = [] } = found.get(fault) ?? {};
    const { pointer } = fault;
    found.set(fault, {
      ...{ rule: 'operation-not-compared', version, fault, pointer },
      parts: [...parts, part],
    });
  };
  for (const { operation, ...at } of pairsOfParts(versions)) {
    const [base, revision] = [
      faultOf(versions.base, at.base),
      faultOf(versions.revision, at.revision),
    ];
    // Whoever runs the check can correct the revision.
    if (revision !== undefined) add('revision', revision, { operation, pointer: at.revision });
    else if (base !== undefined) add('base', base, { operation, pointer: at.base });
  }
  for (const version of ['base', 'revision'] as const) {
    for (const fault of unreachedOnlyBy(version, versions)) {
      if (!found.has(fault)) add(version, fault, { operation: UNREACHED, pointer: fault.pointer });
    }
  }
  return [...found.values()];
}

/** What stands for operations with a schema that cannot be reached. */
const UNREACHED = 'what refers to it';

/** What a version alone cannot reach, each once. */
function unreachedOnlyBy(version: keyof Versions, versions: Versions): Iterable<DocumentNotice> {
  const unreached = (each: keyof Versions): Map<string, DocumentNotice> =>
    new Map(
      versions[each].faults
        .filter(({ isEmptied }) => isEmptied)
        .map((fault) => [fault.message, fault]),
    );
  const others = unreached(version === 'base' ? 'revision' : 'base');
  return [...unreached(version)]
    .filter(([message]) => !others.has(message))
    .map(([, fault]) => fault);
}

/** All that could be left out of both versions. */
function pairsOfParts(versions: Versions): (Pair<string> & Pick<Part, 'operation'>)[] {
  const operations = pairVersions(versions).both.flatMap((pair) => {
    const operation = nameOf(pair.revision);
    const at = { base: pair.base.pointer, revision: pair.revision.pointer };
    const callbacks = isCompared(pair) ? membersOfBoth(versions, at, 'callbacks') : [];
    return [{ operation, ...at }, ...named(`${operation} callback`, callbacks)];
  });
  const webhooks = membersOfBoth(versions, { base: '', revision: '' }, 'webhooks');
  return [...operations, ...named('webhook', webhooks)];
}

type NamedPair = Pair<string> & { readonly name: string };

function named(
  what: string,
  pairs: readonly NamedPair[],
): (Pair<string> & Pick<Part, 'operation'>)[] {
  return pairs.map(({ name, ...at }) => ({ operation: `${what} ${name}`, ...at }));
}

function membersOfBoth({ base, revision }: Versions, at: Pair<string>, field: string): NamedPair[] {
  const membersOf = ({ source }: Version, pointer: string): JsonObject =>
    asObject(valueAt(source.document, childPointer(pointer, field)));
  const others = membersOf(revision, at.revision);
  return Object.keys(membersOf(base, at.base))
    .filter((name) => Object.hasOwn(others, name))
    .map((name) => ({
      name,
      base: childPointer(at.base, field, name),
      revision: childPointer(at.revision, field, name),
    }));
}
