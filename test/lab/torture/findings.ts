import { writeFileSync } from 'node:fs';
import { stringifyJson } from '../../../src/contract';
import type { Plant } from '../../../src/plant-store/plants/plant';

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
