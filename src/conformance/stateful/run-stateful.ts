import { findResources, type Resource } from '../../resources/index';
import { Beliefs } from './beliefs';
import { attempt, cleanUp } from './discover';
import { KnownItems } from './known-items';
import { change } from './sequences/change';
import { sendHardValues } from './sequences/exact-values';
import { changeOld } from './sequences/if-match';
import { storeText } from './sequences/text';
import { createByPut } from './sequences/create-by-put';
import { hideFromOthers } from './sequences/hide';
import { keepFromOthers } from './sequences/keep-from-others';
import { listEmpty } from './sequences/list-empty';
import { listPages } from './sequences/list-pages';
import { readBack } from './sequences/read-back';
import { sendReadOnly } from './sequences/read-only';
import { sendReadOnlyStates } from './sequences/read-only-states';
import { refuseChange, refuseCreation } from './sequences/refuse';
import { remove } from './sequences/remove';
import { replace } from './sequences/replace';
import { retry } from './sequences/retry';
import type { StatefulRun } from './stateful-run';
import { Steps } from './steps';

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
  hideFromOthers,
  keepFromOthers,
  sendHardValues,
];

/** How often each sequence is performed on each resource, with other values. */
const ROUNDS = 2;

/**
 * Creates, reads, changes and removes what the service keeps, and reports what only several exchanges show.
 *
 * @param known what was found before; what the phase needs beside is created
 */
export async function runStateful(
  run: StatefulRun,
  known = new KnownItems(run.maker),
  rounds = ROUNDS,
): Promise<void> {
  const beliefs = new Beliefs();
  const resources = findResources(run.judged.loaded);
  for (let round = 1; round <= rounds; round++) {
    for (const resource of resources) {
      for (const sequence of SEQUENCES) {
        const name = `${round} ${sequence.name} ${resource.itemPath ?? resource.create?.path}`;
        const steps = new Steps(run, known, beliefs, name);
        const isOver = await attempt(() => sequence(steps, resource));
        if (isOver) return;
        await cleanUp(run, known, steps.made);
      }
    }
  }
}
