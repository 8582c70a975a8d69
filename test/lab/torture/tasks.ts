import { stringifyJson } from '../../../src/contract';
import type { Plant } from '../../../src/plant-store/plants/plant';
import { createDraft, textOf, utf8 } from '../bench/request-text';
import type { Random } from '../../../src/cli/random';
import type { Ledger } from './ledger';
import { alteredPlant, randomId, randomPlant } from './plants';

/** Plants that a client looks back on when it sends one again: most are of before the last kill. */
const RECENT = 20_000;

/** Of a hundred requests, those that are other than a create of a new plant. */
const SHARES = { compete: 8, again: 10, alter: 10 } as const;

/**
 * What clients send: new plants, plants that are kept already, kept ids with other content, and new ids
 * that two clients send at once with different content.
 */
export class Tasks {
  /** Sent by whoever is next, while the other one of the pair is on its way. */
  private readonly competing: Plant[] = [];

  constructor(
    private readonly random: Random,
    private readonly ledger: Ledger,
    private readonly isRepeating = true,
  ) {}

  /** The next plant to send; the ledger knows of it when it may be kept. */
  next(): Plant {
    const competitor = this.competing.pop();
    if (competitor !== undefined) return competitor;
    const { random } = this;
    const choice = random.integer(0, 99);
    const kept = this.pickKept();
    if (this.isRepeating && kept !== undefined && choice < SHARES.again) return kept;
    if (kept !== undefined && choice < SHARES.again + SHARES.alter) {
      return alteredPlant(random, kept);
    }
    const plant = this.newPlant();
    if (choice >= 100 - SHARES.compete) this.compete(plant);
    return plant;
  }

  private newPlant(): Plant {
    let id = randomId(this.random);
    while (this.ledger.has(id)) id = randomId(this.random);
    const plant = randomPlant(this.random, id);
    this.ledger.ask(plant);
    return plant;
  }

  private compete(plant: Plant): void {
    const competitor = alteredPlant(this.random, plant);
    this.ledger.ask(competitor);
    this.competing.push(competitor);
  }

  private pickKept(): Plant | undefined {
    const { keptPlants: kept } = this.ledger;
    if (kept.length === 0) return undefined;
    return kept[this.random.integer(Math.max(0, kept.length - RECENT), kept.length - 1)];
  }
}

/** The request that creates a plant, each byte as a character. */
export function createRequest({ id, name, tag }: Plant): string {
  return textOf(createDraft(utf8(stringifyJson({ id, name, tag }))));
}
