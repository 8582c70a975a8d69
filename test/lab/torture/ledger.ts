import { writeFileSync } from 'node:fs';
import { stringifyJson } from '../../../src/runtime/contract';
import type { Plant } from '../../../src/plant-store/plants/plant-store';
import { isSamePlant } from './plants';

/** The ways in which a store or a service can fail its clients. */
export const FAULTS = ['lost', 'doubled', 'altered', 'unexpected'] as const;

/**
 * - `lost`: a plant whose create was acknowledged is not there.
 * - `doubled`: a plant is there twice, or two creates of one id with different content were accepted.
 * - `altered`: what is there under an id, or is said to be, is not what was acknowledged.
 * - `unexpected`: a plant that nobody sent, a response that must not be, a process that ends by itself.
 */
export type Fault = (typeof FAULTS)[number];

/** Texts are cut in messages, not in the file. */
const SHOWN = 160;

/** What went wrong, once for each plant and fault. */
export class Findings {
  private readonly lines = new Map<string, string>();
  private readonly counts = new Map<Fault, number>();

  /** @param detail what was seen; other plants concerned are written as JSON */
  ofPlant(fault: Fault, id: bigint, detail: string): void {
    this.put(fault, `${fault} ${id}`, `plant ${id}: ${detail}`);
  }

  unexpected(detail: string): void {
    this.put('unexpected', detail, detail);
  }

  count(fault: Fault): number {
    return this.counts.get(fault) ?? 0;
  }

  get isEmpty(): boolean {
    return this.lines.size === 0;
  }

  /** The first ones, a line each. */
  first(most: number): string[] {
    const lines = [...this.lines.values()].slice(0, most).map(shortened);
    const more = this.lines.size - lines.length;
    return more > 0 ? [...lines, `... and ${more} more`] : lines;
  }

  /** Writes all of them, a line each. */
  write(file: string): void {
    writeFileSync(file, [...this.lines.values(), ''].join('\n'));
  }

  private put(fault: Fault, key: string, line: string): void {
    if (this.lines.has(key)) return;
    this.lines.set(key, `${fault}: ${line}`);
    this.counts.set(fault, this.count(fault) + 1);
  }
}

/** A plant in a message. */
export function show(plant: Plant): string {
  return stringifyJson({ ...plant });
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN)}...`;
}

interface Entry {
  /** The plants that were sent to be kept under an id: one, or two where clients compete. */
  readonly asked: Plant[];
  /** The one that is known to be kept, by a response or because it was seen there. */
  kept?: Plant;
  isAcknowledged?: true;
}

/** A model of what must be in the store, made of each create and response, and compared with each listing. */
export class Ledger {
  /** Creates of new plants that were acknowledged. */
  acknowledged = 0;
  private readonly entries = new Map<bigint, Entry>();
  /** In the order in which they became known to be kept. */
  private readonly kept: Plant[] = [];

  constructor(private readonly findings: Findings) {}

  has(id: bigint): boolean {
    return this.entries.has(id);
  }

  get keptPlants(): readonly Plant[] {
    return this.kept;
  }

  /** A plant is about to be sent, which may be kept from now on. */
  ask(plant: Plant): void {
    const entry = this.entries.get(plant.id);
    if (entry === undefined) this.entries.set(plant.id, { asked: [plant] });
    else entry.asked.push(plant);
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

  /** Begins to compare a listing with what is known to be kept by now. */
  beginCheck(): Check {
    const due = this.kept.length;
    const seen = new Set<bigint>();
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
      },
    };
  }

  /** For the end, when each request has its response: of those for one id one must have been accepted. */
  assertSettled(): void {
    for (const [id, { kept }] of this.entries) {
      if (kept === undefined)
        this.findings.ofPlant('unexpected', id, 'each create of it was refused');
    }
  }

  private see(plant: Plant): void {
    const entry = this.entries.get(plant.id);
    if (entry === undefined) {
      this.findings.ofPlant('unexpected', plant.id, `nobody sent it: ${show(plant)}`);
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

  private keep(entry: Entry, plant: Plant): void {
    entry.kept = plant;
    this.kept.push(plant);
  }
}

/** A listing that is being compared with the ledger. */
interface Check {
  /** The next plant of the listing. */
  see(plant: Plant): void;
  /** There are no more. */
  end(): void;
}
