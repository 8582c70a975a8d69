import type { Plant } from '../plants/plant';
import type { CreateOutcome, CreateVerdict, PlantStore } from '../plants/plant-store';
import { Batches, type Concurrency } from './batches';
import type { CommitObserver } from './commit-observer';
import { createPlants } from './create-plants';
import { toPlant, type PlantTable } from './plant-table';

/** What a plant keeps in memory beside its text, in bytes: a round guess. */
const BASE_WEIGHT = 200;
/** 1 MiB: some five thousand small plants, a commit of a few milliseconds. */
const MAX_BATCH_WEIGHT = 2 ** 20;
/** 64 MiB: what may wait for a database that stands still before further creates are refused. */
const MAX_WAITING_WEIGHT = 2 ** 26;

/** The plants of a database of any kind: creates that come together share a commit. */
export class TablePlantStore implements PlantStore {
  private readonly creates: Batches<Plant, CreateVerdict>;

  /** @param commits how many the database may work on at once */
  constructor(
    private readonly table: PlantTable,
    commits: Concurrency,
  ) {
    this.creates = new Batches({
      run: (plants) => this.createAll(plants),
      weigh: weightOf,
      maxBatchWeight: MAX_BATCH_WEIGHT,
      maxWaitingWeight: MAX_WAITING_WEIGHT,
      ...commits,
    });
  }

  observe(observer: CommitObserver): void {
    this.creates.observer = observer;
  }

  create(plant: Plant): Promise<CreateVerdict> {
    return this.creates.add(plant);
  }

  createAll(plants: readonly Plant[]): Promise<readonly CreateOutcome[]> {
    return createPlants(this.table, plants);
  }

  async *list(): AsyncGenerator<Plant, void, undefined> {
    for await (const rows of this.table.pages()) {
      for (const row of rows) yield toPlant(row);
    }
  }
}

function weightOf({ name, tag = '' }: Plant): number {
  return BASE_WEIGHT + 2 * (name.length + tag.length);
}
