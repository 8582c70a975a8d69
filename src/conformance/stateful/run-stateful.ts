import type { Resource } from '../../resources/index';
import { type CaseContext, OperationCases } from '../cases/operation-cases';
import { isSendable } from '../http/request';
import type { Run } from '../run';
import { cleanUp } from './discover';
import { relatedResources } from './relate';
import { Observations, KnownItems } from './known-items';
import { awaitAccepted } from './sequences/accepted';
import { change } from './sequences/change';
import { sendHardValues, storeText } from './sequences/exact-values';
import { changeOld } from './sequences/if-match';
import { filterList, listEmpty, sortList } from './sequences/list';
import { hideFromOthers, keepFromOthers } from './sequences/other-principals';
import { listPages } from './sequences/pages';
import { createWithinRemoved, keepWithinParent } from './sequences/parents';
import { createByPut, replace } from './sequences/put';
import { readBack } from './sequences/read-back';
import { sendReadOnly, sendReadOnlyStates } from './sequences/read-only';
import { refuseChange, refuseCreation } from './sequences/refuse';
import { remove } from './sequences/remove';
import { retry } from './sequences/retry';
import { attempt, type StatefulRun, Steps } from './steps';

/**
 * Requests in an order in which each follows from what the ones before did, some tens at most.
 *
 * @throws StoppedError when it cannot go on
 */
type Sequence = (steps: Steps, resource: Resource) => Promise<void>;

/** In this order: what has come back as it was sent once is relied on later. */
const SEQUENCES: readonly Sequence[] = [
  readBack,
  listEmpty,
  listPages,
  filterList,
  sortList,
  remove,
  replace,
  createByPut,
  change,
  changeOld,
  storeText,
  refuseCreation,
  refuseChange,
  retry,
  sendReadOnly,
  sendReadOnlyStates,
  keepWithinParent,
  createWithinRemoved,
  awaitAccepted,
  hideFromOthers,
  keepFromOthers,
  sendHardValues,
];

/** Each sequence is performed on each resource in each of them, with other values. */
export const ROUNDS = ['1', '2'];

/**
 * Creates, reads, changes and removes what the service keeps, and reports what only several exchanges show.
 *
 * @param known what was found before; what the phase needs beside is created
 * @param isSelected asked before each sequence of a resource; all are performed by default
 */
export async function runStateful(
  run: StatefulRun,
  known = new KnownItems(run.maker),
  rounds = ROUNDS,
  isSelected: (resource: Resource) => boolean = () => true,
): Promise<void> {
  const observations = new Observations();
  const resources = await relatedResources(run, known);
  for (const round of rounds) {
    for (const resource of resources) {
      for (const sequence of SEQUENCES) {
        if (!isSelected(resource)) continue;
        const name = `${round} ${sequence.name} ${pathOf(resource)}`;
        const steps = new Steps(run, known, observations, name);
        const isOver = await attempt(() => sequence(steps, resource));
        if (isOver) return;
        await cleanUp(run, known, steps.created);
      }
    }
  }
}

/** By which a sequence names what it is performed on. */
export function pathOf({ itemPath, create, start }: Resource): string {
  return itemPath ?? (create ?? start)?.path ?? '';
}

/** The run of the engine as the stateful phase sees it. @param isOver asked before each request */
export function engineRun(
  run: Run,
  context: CaseContext,
  seed: number,
  isOver: () => boolean,
): StatefulRun {
  const { document, checks } = run.parts;
  return {
    judged: { ...document, loaded: context.loaded },
    maker: context.maker,
    seed,
    isOver,
    hasOther: context.credentials.has('other'),
    request: (operation, values, who) =>
      new OperationCases(context, operation).request(values, who),
    send: async (testCase) =>
      isOver() || !isSendable(testCase.request) ? undefined : run.test(testCase),
    report: ({ check, exchanges, message, pointer }) => {
      const found = checks.find(({ id }) => id === check);
      if (found) run.findings.add(exchanges, { check: found, violation: { message, pointer } });
    },
  };
}
