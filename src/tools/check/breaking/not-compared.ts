import {
  asObject,
  childPointer,
  type DocumentNotice,
  type JsonObject,
  type Operation,
  type SourceDocument,
  valueAt,
} from '../../document';
import { routeOf, type WrittenOperation, writtenOperations } from '../../generate';
import { type AcceptedFaults, isAccepted, listedName } from '../acceptance';
import type { Finding } from '../finding';
import { operationName } from './change';
import { operationsText } from './change-groups';
import { withMoved } from './operations/servers';
import { type OperationPairs, pairOperations, type Version, type Versions } from './versions';

/** Operations, webhooks and callbacks of both versions, of which one version leaves them out for a fault. */
export interface NotCompared {
  readonly rule: 'operation-not-compared';
  /** JSON Pointer of the fault in that version. */
  readonly pointer: string;
  /** The version that leaves them out. */
  readonly version: keyof Versions;
  readonly fault: DocumentNotice;
  readonly parts: readonly OperationPart[];
}

interface Pair<Each> {
  readonly base: Each;
  readonly revision: Each;
}

/** JSON Pointers of a part that both versions have. */
interface OperationPart extends Pair<string> {
  /** The name in changes, such as `POST /plants`. */
  readonly operation: string;
}

/** Pairs all operations of two versions, including those left out. The operations of an unreadable path are unknown. */
export function pairVersions(versions: Versions): OperationPairs<WrittenOperation> {
  const { base, revision } = versions;
  const alike = pairOperations(allOperations(base), allOperations(revision));
  const { both, added, removed } = withMoved(alike, versions);
  return {
    both,
    added: added.filter(({ path }) => !isUnread(base, path)),
    removed: removed.filter(({ path }) => !isUnread(revision, path)),
  };
}

/** True for a path whose item cannot be read, such as one that refers to nothing. */
function isUnread(version: Version, path: string): boolean {
  const isLost = faultOf(version, childPointer('', 'paths', path)) !== undefined;
  return isLost && allOperations(version).every((each) => each.path !== path);
}

function unreadPaths({ base, revision }: Versions): OperationPart[] {
  const pathsOf = ({ source }: Version): string[] => Object.keys(asObject(source.document.paths));
  const others = new Set(pathsOf(revision));
  return pathsOf(base)
    .filter((path) => others.has(path) && (isUnread(base, path) || isUnread(revision, path)))
    .map((path) => {
      const pointer = childPointer('', 'paths', path);
      return { operation: `every operation of ${path}`, base: pointer, revision: pointer };
    });
}

function allOperations({ loaded, faults, source }: Version): readonly WrittenOperation[] {
  const { operations } = loaded;
  if (faults.length === 0) return operations;
  // Of two paths that differ only in parameter names, one is left out.
  const served = new Set(operations.map(routeOf));
  const others = writtenOperations(source.document).filter((each) => !served.has(routeOf(each)));
  return [...operations, ...others];
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

/** The fault for which the value at a JSON Pointer, or a parent of it, is left out. */
function faultOf({ faults }: Version, pointer: string): DocumentNotice | undefined {
  const isAround = (part: string): boolean => `${pointer}/`.startsWith(`${part}/`);
  return faults.find(({ leftOut = [] }) => leftOut.some(isAround));
}

/** The parts not compared, by fault. */
export function notCompared(versions: Versions): NotCompared[] {
  const found = new Map<DocumentNotice, NotCompared>();
  const add = (version: keyof Versions, fault: DocumentNotice, part: OperationPart): void => {
    const { parts = [] } = found.get(fault) ?? {};
    const { pointer } = fault;
    found.set(fault, {
      ...{ rule: 'operation-not-compared', version, fault, pointer },
      parts: [...parts, part],
    });
  };
  for (const part of partsOfBoth(versions)) {
    const fault = faultOf(versions.revision, part.revision);
    const ofBase = faultOf(versions.base, part.base);
    // The user of the check can correct the revision.
    if (fault !== undefined) add('revision', fault, part);
    else if (ofBase !== undefined) add('base', ofBase, part);
  }
  for (const version of ['base', 'revision'] as const) {
    for (const fault of unreachedOnlyBy(version, versions)) {
      if (!found.has(fault)) add(version, fault, UNREACHED);
    }
  }
  return [...found.values()];
}

/** A placeholder for the operations that use an unresolvable schema. */
const UNREACHED: OperationPart = { operation: 'what refers to it', base: '', revision: '' };

/** References that only one version cannot resolve, each once. */
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

function partsOfBoth(versions: Versions): OperationPart[] {
  const operations = pairVersions(versions).both.flatMap((pair) => {
    const operation = operationName(pair.revision);
    const at = { operation, base: pair.base.pointer, revision: pair.revision.pointer };
    return isCompared(pair) ? [at, ...membersOfBoth(versions, at, 'callback')] : [at];
  });
  const document = { operation: '', base: '', revision: '' };
  return [...unreadPaths(versions), ...operations, ...membersOfBoth(versions, document, 'webhook')];
}

function membersOfBoth(
  { base, revision }: Versions,
  at: OperationPart,
  kind: 'callback' | 'webhook',
): OperationPart[] {
  const field = `${kind}s`;
  const membersOf = ({ source }: Version, pointer: string): JsonObject =>
    asObject(valueAt(source.document, childPointer(pointer, field)));
  const others = membersOf(revision, at.revision);
  return Object.keys(membersOf(base, at.base))
    .filter((name) => Object.hasOwn(others, name))
    .map((name) => ({
      operation: `${at.operation} ${kind} ${name}`.trim(),
      base: childPointer(at.base, field, name),
      revision: childPointer(at.revision, field, name),
    }));
}

/** True if a fault of the revision is accepted and leaves all these operations out. */
export function isAcceptedFault(
  { version, parts }: NotCompared,
  source: SourceDocument,
  accepted: AcceptedFaults,
): boolean {
  const isListed = (pointer: string): boolean =>
    isAccepted(accepted, { rule: 'left-out', pointer: source.placeOf(pointer).pointer });
  return version === 'revision' && parts.every(({ revision }) => isListed(revision));
}

/** @param acceptedFile the list of accepted changes */
export function notComparedFinding(
  lost: NotCompared,
  { base, revision }: Pair<SourceDocument>,
  acceptedFile: string,
): Finding<NotCompared['rule']> {
  const { rule, version, fault, parts } = lost;
  const source = version === 'base' ? base : revision;
  const place = fault.place ?? source.placeOf(fault.pointer);
  const [remedy, places] =
    version === 'base'
      ? ['name a base without it', { ...revision.placeOf(parts[0]?.revision ?? ''), base: place }]
      : ['correct it', place];
  const operations = parts.map(({ operation }) => operation);
  const line = listedName(lost);
  const message = `${operationsText({ operations })}: not compared, for a fault of the ${version}: ${fault.message}`;
  return {
    ...{ rule, ...places, message, operations },
    remedy: `${remedy}, or accept it with a line "${line} # REASON" in ${acceptedFile}`,
    acceptance: { file: acceptedFile, line, what: message },
  };
}
