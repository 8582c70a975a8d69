import { HyperjumpValidator } from '../../conformance/judge/second-validator';
import {
  loadContract,
  type Operation,
  type SourceDocument,
  ValueGenerator,
} from '../../generate/index';
import { ALL_OPERATIONS, type Change } from './change';
import { compareFlows } from './operations/security';
import { isPastSunset } from './compare-lifecycle';
import {
  compareOperations,
  leveled,
  compareCallbacks,
  compareWebhooks,
} from './operations/operations';
import { SchemaComparison } from './schemas/compare-schemas';
import { ALL_SERVERS, compareServers } from './operations/servers';
import { pairOperations, type Version, type Versions } from './versions';

/**
 * What a document says otherwise than its base, as a client of the base meets it.
 *
 * @throws DocumentError where one of them cannot be read
 */
export async function compareDocuments(
  base: SourceDocument,
  revision: SourceDocument,
): Promise<Change[]> {
  return compareVersions({ base: await readVersion(base), revision: await readVersion(revision) });
}

/** The same of documents that were compiled before. */
export async function compareVersions(versions: Versions): Promise<Change[]> {
  const operations = versions.base.loaded.operations;
  const { both, added, removed } = pairOperations(operations, versions.revision.loaded.operations);
  const comparison = new SchemaComparison(versions);
  const changes: Change[][] = [];
  for (const operations of both) {
    const pair = { ...operations, versions, sender: 'client' } as const;
    const operation = nameOf(pair.revision);
    const found = await compareOperations(pair, comparison);
    changes.push(found.map((each) => leveled(pair.base, { ...each, operation })));
    changes.push(await compareCallbacks(pair, operation, comparison));
  }
  return [
    ...commonServers(both, versions),
    ...compareFlows(versions, schemesIn(operations)),
    ...removed.map((each) => leveled(each, removedOperation(each))),
    ...changes.flat(),
    ...added.map(addedOperation),
    ...(await compareWebhooks(versions, comparison)),
  ];
}

/** Compiles a document to be compared. @throws DocumentError where it cannot be read */
export async function readVersion({ document, faults }: SourceDocument): Promise<Version> {
  const loaded = loadContract(document, { faults, lazy: true });
  const maker = new ValueGenerator(loaded, 'witness');
  return { loaded, second: await HyperjumpValidator.of(loaded), maker };
}

/** The servers of the operations that have none of their own. */
function commonServers(
  both: readonly { readonly base: Operation; readonly revision: Operation }[],
  versions: Versions,
): Change[] {
  const isCommon = both.some(
    ({ base, revision }) => base.servers === undefined && revision.servers === undefined,
  );
  if (!isCommon) return [];
  const changes = compareServers({ base: ALL_SERVERS, revision: ALL_SERVERS, versions });
  return changes.map((each) => ({ ...each, operation: ALL_OPERATIONS }));
}

function schemesIn(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(
    operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))),
  );
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function addedOperation(operation: Operation): Change {
  return {
    ...{ rule: 'operation-added', level: 'minor', version: 'revision' },
    ...{ operation: nameOf(operation), pointer: operation.pointer },
    message: 'the operation is new',
  };
}

function removedOperation(operation: Operation): Change {
  const isOver = isPastSunset(operation.value);
  return {
    ...{ rule: 'operation-removed', level: isOver ? 'minor' : 'major', version: 'base' },
    ...{ operation: nameOf(operation), pointer: operation.pointer },
    message: isOver ? 'the operation was removed after its sunset' : 'the operation was removed',
  };
}
