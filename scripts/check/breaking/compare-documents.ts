import { HyperjumpValidator } from '../../conformance/judge/second-validator';
import { loadContract, type Operation, type SourceDocument } from '../../generate/index';
import type { Change, OperationChange } from './change';
import { compareRequestBodies } from './compare-bodies';
import { compareParameters, type OperationPair } from './compare-parameters';
import { compareResponses } from './compare-responses';
import { SchemaComparison } from './compare-schemas';
import { compareSecurity } from './compare-security';
import { pairOperations } from './operation-pairs';
import type { Version } from './version';

/**
 * What a document says otherwise than its base, as a client of the base meets it.
 *
 * @throws DocumentError where one of them cannot be read
 */
export async function compareDocuments(
  base: SourceDocument,
  revision: SourceDocument,
): Promise<Change[]> {
  const versions = { base: await version(base), revision: await version(revision) };
  const { both, added, removed } = pairOperations(
    versions.base.loaded.operations,
    versions.revision.loaded.operations,
  );
  const comparison = new SchemaComparison();
  const changes: Change[] = [];
  for (const pair of both) {
    const found = await operationChanges({ ...pair, versions }, comparison);
    const { base, revision } = pair;
    changes.push(...found.map((each) => leveled(base, { ...each, operation: nameOf(revision) })));
  }
  return [
    ...removed.map((each) => leveled(each, removedOperation(each))),
    ...changes,
    ...added.map(addedOperation),
  ];
}

async function version({ document, faults }: SourceDocument): Promise<Version> {
  const loaded = loadContract(document, { faults, lazy: true });
  return { loaded, second: await HyperjumpValidator.of(loaded) };
}

async function operationChanges(
  pair: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  return [
    ...compareSecurity(pair.base, pair.revision),
    ...(await compareParameters(pair, comparison)),
    ...(await compareRequestBodies(pair, comparison)),
    ...(await compareResponses(pair, comparison)),
  ];
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function addedOperation(operation: Operation): Change {
  return {
    ...{ rule: 'operation-added', level: 'minor', version: 'revision' },
    ...{
      operation: nameOf(operation),
      pointer: operation.pointer,
      message: 'the operation is new',
    },
  };
}

function removedOperation(operation: Operation): Change {
  const isOver = isPastSunset(operation);
  return {
    ...{ rule: 'operation-removed', level: isOver ? 'minor' : 'major', version: 'base' },
    ...{ operation: nameOf(operation), pointer: operation.pointer },
    message: isOver ? 'the operation was removed after its sunset' : 'the operation was removed',
  };
}

/** Nothing is promised of an operation whose `x-stability-level` is alpha. */
function leveled({ value }: Operation, change: Change): Change {
  const isPromised = value['x-stability-level'] !== 'alpha';
  return isPromised || change.level !== 'major' ? change : { ...change, level: 'minor' };
}

/** A deprecated operation whose end was announced, and is over. @see https://www.rfc-editor.org/rfc/rfc8594 */
function isPastSunset({ value }: Operation): boolean {
  const sunset = Date.parse(String(value['x-sunset']));
  return value.deprecated === true && sunset <= Date.now();
}
