import type { Operation } from '../../document';
import type { Resource } from '../../resources';
import { isSendable } from '../../judge';
import { askConditionally } from '../cases/conditional';
import { OperationCases } from '../cases/operation-cases';
import type { Run } from '../run';
import { cleanUp } from './discover';
import { relatedResources } from './relate';
import { Observations, KnownItems } from './known-items';
import { awaitAccepted } from './sequences/accepted';
import { change } from './sequences/change';
import { sendHardValues, storeText } from './sequences/exact-values';
import { storeFile } from './sequences/files';
import { changeOld, changeOther } from './sequences/if-match';
import { filterList, listEmpty, sortList } from './sequences/list';
import { hideFromOthers, keepFromOthers } from './sequences/other-principals';
import { listPages } from './sequences/pages';
import { createWithinRemoved, keepWithinParent, readWithinRemoved } from './sequences/parents';
import { createByPut, replace } from './sequences/put';
import { readBack } from './sequences/read-back';
import { sendReadOnly, sendReadOnlyStates } from './sequences/read-only';
import { refuseChange, refuseCreation } from './sequences/refuse';
import { remove } from './sequences/remove';
import { restore } from './sequences/restore';
import { retry } from './sequences/retry';
import { attempt, type StatefulRun, Steps } from './steps';

/**
 * A sequence of at most some tens of requests, each of which depends on the results of earlier ones.
 *
 * @throws StoppedError if it cannot go on
 */
type Sequence = (steps: Steps, resource: Resource) => Promise<void>;

/** In this order, since later sequences rely on observations of earlier ones. */
const SEQUENCES: readonly Sequence[] = [
  readBack,
  listEmpty,
  listPages,
  filterList,
  sortList,
  remove,
  restore,
  replace,
  createByPut,
  change,
  changeOld,
  changeOther,
  storeText,
  refuseCreation,
  refuseChange,
  retry,
  sendReadOnly,
  sendReadOnlyStates,
  keepWithinParent,
  createWithinRemoved,
  readWithinRemoved,
  awaitAccepted,
  hideFromOthers,
  keepFromOthers,
  sendHardValues,
  storeFile,
];

/** In each round, every sequence is performed on every resource, with other values. */
const ROUNDS = ['1', '2'];

/**
 * Creates, reads, changes and removes items, and reports violations that only several exchanges show.
 *
 * @param known items found before; further ones are created as needed
 */
export async function runStateful(
  run: StatefulRun,
  known = new KnownItems(run.maker),
  rounds = ROUNDS,
): Promise<void> {
  const observations = new Observations();
  const resources = await relatedResources(run, known);
  for (const round of rounds) {
    for (const resource of resources) {
      for (const sequence of SEQUENCES) {
        const name = `${round} ${sequence.name} ${pathOf(resource)}`;
        const steps = new Steps(run, known, observations, name, resource.links);
        const isOver = await attempt(() => sequence(steps, resource));
        if (isOver) return;
        await cleanUp(run, known, steps.created);
      }
    }
  }
}

/** The path by which a sequence names its resource. */
export function pathOf({ itemPath, create, start }: Resource): string {
  return itemPath ?? (create ?? start)?.path ?? '';
}

/** A run as its stateful phase sees it. @param isOver called before each request */
export function engineRun(
  run: Run,
  operations: readonly Operation[],
  isOver: () => boolean,
): StatefulRun {
  const { context } = run;
  const { document, loaded, checks, maker, credentials, options } = context;
  return {
    judged: { ...document, loaded: { ...loaded, operations } },
    ...{ maker, seed: options.seed, isOver, asked: run.asked },
    hasOther: credentials.has('other'),
    request: (operation, values, who) =>
      new OperationCases(context, operation).request(values, who),
    send: async (testCase) => {
      if (isOver() || !isSendable(testCase.request)) return undefined;
      const exchange = await run.test(testCase);
      await askConditionally(run, exchange, isOver);
      return exchange;
    },
    leave: (exchange, reason) => {
      run.noVerdicts.note(exchange, reason);
    },
    report: ({ check, exchanges, message, pointer }) => {
      const found = checks.find(({ id }) => id === check);
      if (found) run.findings.add(exchanges, { check: found, violation: { message, pointer } });
    },
  };
}
