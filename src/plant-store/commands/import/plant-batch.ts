import type { Plant } from '../../plants/plant';
import type { CreateOutcome } from '../../plants/plant-store';
import type { PlantSink } from '../formats/plant-reader';

/** A line whose plant is not in the store, and why. */
export interface RefusedLine {
  readonly line: number;
  readonly problem: string;
}

/** What goes into the store together, and the bad lines in between. */
export class PlantBatch implements PlantSink {
  readonly plants: Plant[] = [];
  /** Of the file that were read for it. */
  bytes = 0;
  private readonly lines: number[] = [];
  private readonly badLines: RefusedLine[] = [];

  plant(line: number, plant: Plant): void {
    this.plants.push(plant);
    this.lines.push(line);
  }

  problem(line: number, problem: string): void {
    this.badLines.push({ line, problem });
  }

  /**
   * The lines that are not in the store, in their order.
   *
   * @param outcomes those of the plants
   */
  refused(outcomes: readonly CreateOutcome[]): readonly RefusedLine[] {
    const refused = [...this.badLines];
    outcomes.forEach((outcome, index) => {
      if (outcome === 'created' || outcome === 'same') return;
      refused.push({ line: this.lines[index] ?? 0, problem: this.problemOf(index, outcome) });
    });
    return refused.sort((one, other) => one.line - other.line);
  }

  private problemOf(index: number, outcome: 'taken' | Error): string {
    if (outcome instanceof Error) return `The plant cannot be stored: ${outcome.message}`;
    return `The id ${this.plants[index]?.id} belongs to another plant; choose another id`;
  }
}
