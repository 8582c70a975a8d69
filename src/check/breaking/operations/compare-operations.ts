import { childPointer, type Operation } from '../../../generate/index';
import type { OperationChange } from '../change';
import { compareRequestBodies } from './compare-bodies';
import { compareLifecycle } from '../compare-lifecycle';
import { compareParameters } from './compare-parameters';
import { compareResponses } from './compare-responses';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { compareSecurity } from './compare-security';
import { compareServers, ownServers } from './compare-servers';
import type { OperationPair } from './operation-pairs';

/** Changes of an operation, but for its callbacks. @see https://spec.openapis.org/oas/v3.1.1#operation-object */
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

/** What clients are generated from names their methods; no request changes with it. */
function compareIds({ value: was, pointer }: Operation, revision: Operation): OperationChange[] {
  const [before, after] = [was.operationId, revision.value.operationId];
  if (typeof before !== 'string' || before === after) return [];
  const isGone = typeof after !== 'string';
  return [
    {
      ...{ rule: 'operation-id-changed', level: 'minor', version: isGone ? 'base' : 'revision' },
      pointer: childPointer(isGone ? pointer : revision.pointer, 'operationId'),
      message: isGone
        ? `the operationId "${before}" was removed`
        : `the operationId is "${after}", where the base has "${before}"`,
    },
  ];
}

/** Nothing is promised of an operation whose `x-stability-level` is alpha. */
export function leveled<Leveled extends OperationChange>(
  { value }: Pick<Operation, 'value'>,
  change: Leveled,
): Leveled {
  const isPromised = value['x-stability-level'] !== 'alpha';
  return isPromised || change.level !== 'major' ? change : { ...change, level: 'minor' };
}
