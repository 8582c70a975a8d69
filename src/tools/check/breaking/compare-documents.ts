import { HyperjumpValidator } from '../../judge';
import type { DocumentNotice, Operation, Resolver, SourceDocument } from '../../document';
import { loadContract, type WrittenOperation, commandFault } from '../../generate';
import { ValueGenerator, type ValueSchemas } from '../../samples';
import { Evaluation } from '../../schema';
import { ALL_OPERATIONS, type Change, type FoundChange, operationName } from './change';
import { compareFlows } from './operations/security';
import { isPastSunset } from './sunset';
import {
  compareOperations,
  leveled,
  compareCallbacks,
  compareWebhooks,
} from './operations/operations';
import { SchemaComparison } from './schemas/compare-schemas';
import { ALL_SERVERS, compareServers, isMoved } from './operations/servers';
import { isCompared, pairVersions } from './not-compared';
import type { Version, Versions } from './versions';

/**
 * The changes of a document since its base, from the point of view of the base's clients.
 * @throws CommandError if one of them cannot be read
 */
export async function compareDocuments(
  base: SourceDocument,
  revision: SourceDocument,
): Promise<Change[]> {
  return compareVersions({ base: readVersion(base), revision: readVersion(revision) });
}

/** Like `compareDocuments`, for compiled documents. */
export async function compareVersions(versions: Versions): Promise<Change[]> {
  const { both: known, added, removed } = pairVersions(versions);
  const both = known.filter(isCompared);
  const comparison = new SchemaComparison(versions);
  const changes: Change[][] = [];
  for (const operations of both) {
    const pair = { ...operations, versions, sender: 'client' } as const;
    const operation = operationName(pair.revision);
    const found = await compareOperations(pair, comparison);
    changes.push(found.map((each) => leveled(pair.base, { ...each, operation })));
    changes.push(await compareCallbacks(pair, operation, comparison));
  }
  const common = [
    ...commonServers(both, versions),
    ...compareFlows(versions, schemesIn(versions.base.loaded.operations)),
  ];
  return [
    ...common.map((each) => leveled(undefined, each)),
    ...removed.map((each) => leveled(each, removedOperation(each))),
    ...changes.flat(),
    ...added.map((each) => leveled(undefined, addedOperation(each))),
    ...(await compareWebhooks(versions, comparison)),
  ];
}

/** Compiles a document for a comparison. @throws CommandError if no part of it can be read */
export function readVersion(source: SourceDocument): Version {
  const faults: DocumentNotice[] = [];
  // An emptied schema would differ from what the other version has.
  const resolved = true;
  const report = (notice: DocumentNotice): void => {
    if (notice.leftOut !== undefined) faults.push(notice);
  };
  try {
    const loaded = loadContract(source.document, {
      faults: source.faults,
      lazy: true,
      resolved,
      report,
    });
    const maker = new ValueGenerator({ ...loaded, takes: evaluated(loaded.resolver) }, 'witness');
    return { source, faults, loaded, second: HyperjumpValidator.of(loaded), maker };
  } catch (error) {
    throw commandFault(error, source);
  }
}

/** Judges parts of values that witnesses are put into, which nearly every schema has. */
function evaluated(resolver: Resolver): NonNullable<ValueSchemas['takes']> {
  const evaluations = {
    request: new Evaluation(resolver, 'request'),
    response: new Evaluation(resolver, 'response'),
  };
  return (pointer, direction, value) => {
    const evaluation = evaluations[direction];
    const isTaken = evaluation.takes(resolver.at(pointer), value);
    return evaluation.isGivenUp() ? undefined : isTaken;
  };
}

function commonServers(
  both: readonly { readonly base: Operation; readonly revision: Operation }[],
  versions: Versions,
): FoundChange[] {
  const isCommon = both.some(
    ({ base, revision }) =>
      base.servers === undefined && revision.servers === undefined && !isMoved(base, revision),
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

function addedOperation(operation: WrittenOperation): FoundChange {
  return {
    ...{ rule: 'operation-added', version: 'revision', operation: operationName(operation) },
    pointer: operation.pointer,
    message: 'the operation is new',
  };
}

function removedOperation(operation: WrittenOperation): FoundChange {
  const isOver = isPastSunset(operation.value);
  return {
    ...{ rule: 'operation-removed', version: 'base', operation: operationName(operation) },
    ...(isOver && { level: 'minor' }),
    pointer: operation.pointer,
    message: isOver ? 'the operation was removed after its sunset' : 'the operation was removed',
  };
}
