import {
  getOrMake,
  type DocumentFault,
  type DocumentNotice,
  asObject,
  type JsonObject,
  members,
  childPointer,
  pointerPrefixes,
  valueAt,
  withValueAt,
  type Operation,
  Resolver,
  type Kind,
  METHODS,
  operationsIn,
  visitReferences,
  withoutPlaces,
} from '../../document';
import { pointerKeys } from 'openapi-trellis/tools';

/**
 * A document without the parts that a fault affects: an operation, a whole path, a webhook, a callback or a component,
 * with all its users.
 */

interface PrunedDocument {
  readonly document: JsonObject;
  readonly notices: readonly DocumentNotice[];
}

/**
 * @param resolved true where a reference to nothing affects all that it is in, and not only what is held to it
 * @returns undefined when a fault concerns the whole document
 */
export function pruneInvalid(
  given: JsonObject,
  faults: readonly DocumentFault[],
  resolved = false,
): PrunedDocument | undefined {
  const unreached = withoutUnreached(
    given,
    faults.filter(({ isRemote }) => !resolved || isRemote),
  );
  const { document, lost } = unreached;
  const causes = new Map<string, DocumentFault>();
  let rest = document;
  for (const fault of faults) {
    const part = partOf(fault.pointer);
    if (unreached.emptied.has(fault)) continue;
    if (part !== undefined && valueAt(document, part) !== undefined) {
      if (!causes.has(part)) causes.set(part, fault);
    } else if (isMetadata(fault.pointer)) {
      rest = withoutMetadata(rest, fault.pointer);
    } else {
      return undefined;
    }
  }
  spread(causes, usesOf(document));
  for (const [part, cause] of lost) if (!causes.has(part)) causes.set(part, cause);
  const parts = new Map<DocumentFault, string[]>();
  for (const [part, cause] of causes) getOrMake(parts, cause, () => []).push(part);
  const notices = faults.map((fault): DocumentNotice => {
    const { pointer, place, isRemote } = fault;
    const isEmptied = unreached.emptied.has(fault);
    return {
      ...{ severity: 'warning', pointer, message: fault.message + (isEmptied ? NOT_ENFORCED : '') },
      ...(place && { place }),
      ...(isRemote && { isRemote }),
      ...{ leftOut: parts.get(fault) ?? [], isEmptied },
    };
  });
  const leftOut = operationPointers(document).flatMap((pointer): DocumentNotice[] => {
    // An operation is left out with its path.
    const [cause] = pointerPrefixes(pointer)
      .reverse()
      .flatMap((prefix) => causes.get(prefix) ?? []);
    if (cause === undefined) return [];
    const message = `the operation is not served, because of the fault at ${cause.pointer}`;
    return [{ severity: 'left out', pointer, message }];
  });
  return { document: withoutPlaces(rest, causes.keys()), notices: [...notices, ...leftOut] };
}

const NOT_ENFORCED = '; until then nothing is held to it, and no request that needs it is served';

/** Replacements of objects that cannot be reached; other kinds cannot be left out by themselves. */
const UNREACHED: Readonly<Partial<Record<Kind, JsonObject>>> = {
  schema: {},
  response: { description: '' },
  header: { schema: {} },
};

/** A document with unreachable objects replaced, and the operations whose requests need them. */
interface Unreached {
  readonly document: JsonObject;
  readonly emptied: ReadonlySet<DocumentFault>;
  readonly lost: ReadonlyMap<string, DocumentFault>;
}

function withoutUnreached(given: JsonObject, faults: readonly DocumentFault[]): Unreached {
  const emptied = new Set<DocumentFault>();
  const lost = new Map<string, DocumentFault>();
  let document: unknown = given;
  for (const fault of faults) {
    const empty = UNREACHED[fault.unresolved ?? 'openapi'];
    if (empty === undefined) continue;
    const { $ref, ...beside } = asObject(valueAt(document, fault.pointer));
    if ($ref === undefined) continue;
    emptied.add(fault);
    document = withValueAt(document, fault.pointer, { ...empty, ...beside });
    const part = partOf(fault.pointer);
    if (part !== undefined && !isInResponse(fault.pointer)) lost.set(part, fault);
  }
  if (lost.size > 0) spread(lost, usesOf(given, isInResponse));
  const served = [...lost].filter(([part]) => part.startsWith('/paths/'));
  return { document: asObject(document), emptied, lost: new Map(served) };
}

/** True for a place that does not affect requests. */
function isInResponse(pointer: string): boolean {
  const inner = /^\/paths\/[^/]*\/(?:additionalOperations\/)?[^/]*\/(?:responses|callbacks)\//;
  return (
    inner.test(pointer) || /^\/components\/(?:responses|headers|callbacks|links)\//.test(pointer)
  );
}

/** Fields of parameters, bodies and responses in which no request is described. */
const NOTES =
  '(?:(?:/parameters/\\d+|/requestBody|/(?:responses|headers|content)/[^/]*)*/(?:externalDocs|(?:links|examples)(?:/[^/]*)?)(?=/|$))?';

/** An operation, one of its callbacks, a path, a webhook or a component, or the links, examples and documentation in it. */
const PART = new RegExp(
  `^/(?:paths/[^/]*(?:/(?:${METHODS.join('|')}|additionalOperations/[^/]*)(?:/callbacks/[^/]*)?(?=/|$))?` +
    `|webhooks/[^/]*|components/(?!schemas/)[^/]*/[^/]*)${NOTES}|^/components/schemas/[^/]*`,
);

/** The smallest removable part around a place. */
function partOf(pointer: string): string | undefined {
  return PART.exec(pointer)?.[0];
}

function isMetadata(pointer: string): boolean {
  return /^\/(?:info|tags|externalDocs)(?:\/|$)/.test(pointer);
}

function withoutMetadata(document: JsonObject, pointer: string): JsonObject {
  const [field = ''] = pointerKeys(pointer);
  const rest = Object.entries(document).filter(([key]) => key !== field);
  if (field !== 'info') return Object.fromEntries(rest);
  const { title, version } = asObject(document.info);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return Object.fromEntries([...rest, ['info', { title: text(title), version: text(version) }]]);
}

/** Removes all transitive users of the removed parts for the same cause. */
function spread(
  causes: Map<string, DocumentFault>,
  users: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  // The map grows during the loop.
  for (const [part, cause] of causes) {
    for (const user of users.get(part) ?? []) {
      if (!causes.has(user)) causes.set(user, cause);
    }
  }
}

/** @param isIgnored returns true for places whose uses do not count */
function usesOf(
  document: JsonObject,
  isIgnored: (pointer: string) => boolean = () => false,
): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  const resolver = new Resolver(document);
  const add = (from: string, to: string | undefined): void => {
    const [user, used] = [partOf(from), partOf(to ?? '')];
    if (user === undefined || used === undefined || user === used || isIgnored(from)) return;
    getOrMake(users, used, () => new Set()).add(user);
  };
  // References that lead nowhere are reported elsewhere.
  visitReferences(document, (from, reference) => {
    add(from, resolver.tryTarget(reference, from));
  });
  return users;
}

export function operationPointers(document: JsonObject): string[] {
  return writtenOperations(document).map(({ pointer }) => pointer);
}

/** The operations under paths, including those that are left out. */
export function writtenOperations(document: JsonObject): WrittenOperation[] {
  return members(document.paths).flatMap(([path, item]) =>
    operationsIn(asObject(item), childPointer('', 'paths', path)).map((each) => ({
      ...each,
      path,
    })),
  );
}

/** An operation as its author wrote it. */
export type WrittenOperation = Pick<Operation, 'method' | 'path' | 'pointer' | 'value'>;
