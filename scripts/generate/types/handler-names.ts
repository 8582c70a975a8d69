import { createHash } from 'node:crypto';

/** Where the handler of an operation is found. */
export interface HandlerName {
  readonly operationId: string;
  /** The name of the file, without its ending. */
  readonly file: string;
  /** The name that the file exports. */
  readonly identifier: string;
}

/**
 * Names for handlers: the operationId itself where it can be one. No two operations share a name, and
 * none depends on the order of the document. Files differ on systems that know no case, too.
 */
export function handlerNames(operationIds: readonly string[]): HandlerName[] {
  const files = distinctNames(operationIds, fileName, (name) => name.toLowerCase());
  const identifiers = distinctNames(operationIds, identifierName, (name) => name);
  return operationIds.map((operationId) => ({
    operationId,
    file: files.get(operationId) ?? '',
    identifier: identifiers.get(operationId) ?? '',
  }));
}

/**
 * Names of which no two have the same key. Where several would, one that is the operationId itself keeps
 * it, and the others end in a part of the hash of theirs.
 */
function distinctNames(
  operationIds: readonly string[],
  nameOf: (operationId: string) => string,
  keyOf: (name: string) => string,
): ReadonlyMap<string, string> {
  const rivals = new Map<string, string[]>();
  for (const operationId of operationIds) {
    const key = keyOf(nameOf(operationId));
    rivals.set(key, [...(rivals.get(key) ?? []), operationId]);
  }
  const names = new Map<string, string>();
  const clashing: string[] = [];
  for (const ids of rivals.values()) {
    const exact = ids.filter((id) => nameOf(id) === id);
    const [keeper] = ids.length === 1 ? ids : exact.length === 1 ? exact : [];
    if (keeper !== undefined) names.set(keeper, nameOf(keeper));
    clashing.push(...ids.filter((id) => id !== keeper));
  }
  const taken = new Set([...names.values()].map(keyOf));
  for (const operationId of clashing.sort()) {
    const hash = createHash('sha256').update(operationId).digest('hex');
    const candidate = (length: number): string => `${nameOf(operationId)}_${hash.slice(0, length)}`;
    let length = 6;
    while (taken.has(keyOf(candidate(length)))) length++;
    taken.add(keyOf(candidate(length)));
    names.set(operationId, candidate(length));
  }
  return names;
}

const LONGEST_NAME = 100;

/** A name that every file system takes, and that an import does not take for one with an ending. */
function fileName(operationId: string): string {
  const name = operationId
    .replace(/[^\w.$-]/g, '_')
    .replace(/^\.|\.$/g, '_')
    .slice(0, LONGEST_NAME);
  const changed = WINDOWS_DEVICE.test(name) || MODULE_ENDING.test(name);
  return changed || name === '' ? `${name}_` : name;
}

/** @see https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MODULE_ENDING = /\.(?:d|[cm]?[jt]s|[jt]sx|json|node)$/i;

function identifierName(operationId: string): string {
  const name = operationId.replace(/[^\w$]/g, '_').slice(0, LONGEST_NAME);
  return /^(?:\d|$)/.test(name) || NOT_DECLARABLE.has(name) ? `_${name}` : name;
}

/** Words of the language, and names that a module may not declare or that the registry declares. */
const NOT_DECLARABLE = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends ' +
    'false finally for function if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true try typeof var void while ' +
    'with yield ' +
    '__esModule arguments eval exports globalThis handlers require undefined'
  ).split(' '),
);
