import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/cli/random';
import type { Load } from './load';
import type { Victim } from './service';
import type { Trial } from './trial';

/** A start takes about as long: a kill within it may come before, at or after the opening of the store. */
const START_MS = 400;
const MOST_RESPONSES_EXPONENT = 11;
const MOST_MS = 300;
/** When there are no responses by then, the kill comes all the same. */
const RESPONSES_LIMIT_MS = 5_000;

const SHARES = { soonAgain: 0.2, besideLoad: 0.3 } as const;

/** Kills one victim after the other under load, starts each again, and looks for what must be there. */
export async function strikeAll(trial: Trial, victims: readonly Victim[]): Promise<void> {
  const { random, load } = trial;
  const left = [...victims];
  for (let victim = left.shift(); victim !== undefined; victim = left.shift()) {
    await randomMoment(random, load);
    await trial.kill(victim);
    // Clients who send plants once more could put a lost one back before anybody looks.
    load.isHeld = !random.chance(SHARES.besideLoad);
    if (left[0] === victim && random.chance(SHARES.soonAgain)) {
      left.shift();
      await killAtStart(trial, victim);
    }
    await victim.start();
    await trial.checkAndGoOn();
  }
}

/** Often within a commit, which is where a service under load is most of the time. */
export async function randomMoment(random: Random, load: Load): Promise<void> {
  if (random.chance(0.5)) {
    await sleep(random.integer(0, MOST_MS));
    return;
  }
  // At a response: whatever is replied to before it is stored is lost then.
  const responses = random.integer(1, 2 ** random.integer(0, MOST_RESPONSES_EXPONENT));
  await Promise.race([load.afterResponses(responses), sleep(RESPONSES_LIMIT_MS)]);
}

/** The same items in another order. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random.fraction() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

async function killAtStart(trial: Trial, victim: Victim): Promise<void> {
  const started = victim.start();
  // What it is rejected with is thrown below; without this, Node would end meanwhile.
  started.catch(() => undefined);
  await sleep(trial.random.integer(0, START_MS));
  await trial.kill(victim);
  await started;
}
