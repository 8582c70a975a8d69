import type { Plant } from '../../../src/plant-store/plants/plant';
import { show, type Findings } from './findings';
import { isSamePlant } from './plants';

interface Entry {
  /** The plants that were sent to be kept under an id: one, or two where clients compete. */
  readonly asked: Plant[];
  /** The one that is known to be kept, by a response or because it was seen there. */
  kept?: Plant;
  isAcknowledged?: true;
}

/**
 * What must be in the store: a model that is told each create and each response, and that each response and
 * each listing is held against.
 */
export class Ledger {
  /** Creates of new plants that were acknowledged. */
  acknowledged = 0;
  private readonly entries = new Map<bigint, Entry>();
  /** In the order in which they became known to be kept. */
  private readonly kept: Plant[] = [];
  /** Reasons, by the ids of the plants. */
  private readonly forbidden = new Map<bigint, string>();

  /** Plants of a listing that must not be there, by the reason. */
  private readonly keptAll = new Map<string, Plant[]>();

  /** @param mayBe whether a plant may be kept, or not, that nobody asked for */
  constructor(
    private readonly findings: Findings,
    private readonly mayBe: (plant: Plant) => boolean = () => false,
  ) {}

  has(id: bigint): boolean {
    return this.entries.has(id);
  }

  /** Plants known to be kept. */
  get keptPlants(): readonly Plant[] {
    return this.kept;
  }

  /** A plant is about to be sent, which may be kept from now on. */
  ask(plant: Plant): void {
    const entry = this.entries.get(plant.id);
    if (entry === undefined) this.entries.set(plant.id, { asked: [plant] });
    else entry.asked.push(plant);
  }

  /** A plant was sent in a way in which it must not be kept. @param why for the message */
  forbid({ id }: Plant, why: string): void {
    this.forbidden.set(id, why);
  }

  /** The response said that the plant is in the store. */
  accepted(plant: Plant): void {
    const entry = this.entries.get(plant.id);
    if (entry === undefined) throw new Error(`${show(plant)} was not asked for before`);
    if (entry.kept === undefined) this.keep(entry, plant);
    if (!isSamePlant(entry.kept ?? plant, plant)) {
      const fault = entry.asked.includes(plant) ? 'doubled' : 'altered';
      const others = entry.asked.filter((other) => other !== plant).map(show);
      this.findings.ofPlant(fault, plant.id, `${show(plant)} accepted beside ${others.join()}`);
    } else if (entry.isAcknowledged === undefined) {
      entry.isAcknowledged = true;
      this.acknowledged++;
    }
  }

  /** The response said that the id belongs to another plant, which is in the store then. */
  refused(plant: Plant): void {
    const entry = this.entries.get(plant.id);
    const kept = entry?.kept ?? entry?.asked.find((other) => !isSamePlant(other, plant));
    if (entry === undefined || kept === undefined) {
      this.findings.ofPlant('unexpected', plant.id, 'refused as taken, though nobody took it');
    } else if (isSamePlant(kept, plant)) {
      this.findings.ofPlant('altered', plant.id, `${show(plant)} refused as another plant's id`);
    } else if (entry.kept === undefined) {
      this.keep(entry, kept);
    }
  }

  /** Begins to hold a listing against what is known to be kept by now. */
  beginCheck(): Check {
    const due = this.kept.length;
    const seen = new Set<bigint>();
    this.keptAll.clear();
    return {
      see: (plant) => {
        if (seen.has(plant.id)) this.findings.ofPlant('doubled', plant.id, 'listed twice');
        seen.add(plant.id);
        this.see(plant);
      },
      end: () => {
        for (const plant of this.kept.slice(0, due)) {
          if (!seen.has(plant.id)) this.findings.ofPlant('lost', plant.id, show(plant));
        }
        this.tellForbidden();
      },
    };
  }

  /** For the end, when each request has its answer: of those for one id one must have been accepted. */
  assertSettled(): void {
    for (const [id, { kept }] of this.entries) {
      if (kept === undefined)
        this.findings.ofPlant('unexpected', id, 'each create of it was refused');
    }
  }

  private see(plant: Plant): void {
    const entry = this.entries.get(plant.id);
    if (entry === undefined) {
      if (!this.mayBe(plant)) this.strange(plant);
      return;
    }
    const right = (entry.kept === undefined ? entry.asked : [entry.kept]).find((other) =>
      isSamePlant(other, plant),
    );
    if (right === undefined) {
      const wanted = (entry.kept === undefined ? entry.asked : [entry.kept]).map(show).join(' or ');
      this.findings.ofPlant('altered', plant.id, `${show(plant)} listed, not ${wanted}`);
    } else if (entry.kept === undefined) {
      // Others have seen it, so it may not go away any more, though its client has no response yet.
      this.keep(entry, right);
    }
  }

  private strange(plant: Plant): void {
    const why = this.forbidden.get(plant.id);
    if (why === undefined) {
      this.findings.ofPlant('unexpected', plant.id, `nobody sent ${show(plant)}`);
      return;
    }
    const plants = this.keptAll.get(why) ?? [];
    plants.push(plant);
    this.keptAll.set(why, plants);
  }

  /** One finding for each reason, since there may be very many plants. */
  private tellForbidden(): void {
    for (const [why, [first, ...others]] of this.keptAll) {
      if (first === undefined) continue;
      const more = others.length > 0 ? ` (and ${others.length} more)` : '';
      this.findings.ofPlant('unexpected', first.id, `stored, though ${why}${more}: ${show(first)}`);
    }
  }

  private keep(entry: Entry, plant: Plant): void {
    entry.kept = plant;
    this.kept.push(plant);
  }
}

/** A listing that is being held against the ledger. */
export interface Check {
  /** The next plant of the listing. */
  see(plant: Plant): void;
  /** There are no more. */
  end(): void;
}
