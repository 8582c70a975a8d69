import type { UnavailableError } from '../../../contract/failure';
import type { CreateOutcome, PlantStore } from '../../plants/plant-store';
import type { PlantReader } from '../formats/plant-reader';
import { PlantBatch } from './plant-batch';
import { retryWhileUnavailable } from './retry';

/**
 * When a batch is full, so that reading waits for the store. The more plants share a commit, the fewer
 * pages of a table are written for each, when their ids are far apart, and the more memory it takes:
 * with 12,000 the process stays below 200 MB.
 */
const MAX_BATCH_PLANTS = 12_000;
const MAX_BATCH_BYTES = 2 ** 22;

/** What became of the plants of a file so far. */
export interface ImportCounts {
  readonly created: number;
  /** Were there before, with the same name and tag. */
  readonly same: number;
  /** Bad lines, and ids that belong to other plants. */
  readonly refused: number;
}

export interface ImportOptions {
  readonly reader: PlantReader;
  readonly plants: Pick<PlantStore, 'createAll'>;
  /** Told of each record that is not in the store, in the order of the file. */
  readonly onRefused: (line: number, problem: string) => void;
  /** Told after each commit. */
  readonly onProgress: (counts: ImportCounts, bytes: number) => void;
  readonly onUnavailable: (error: UnavailableError, pauseS: number) => void;
  /** Told when nothing more can be stored, which `add` and `settle` throw. */
  readonly onFailure: () => void;
  /** Ends the tries to reach a store that is away. */
  readonly signal: AbortSignal;
}

/**
 * Puts plants into a store. One commit is under way at a time; what is read meanwhile makes the next
 * batch, so reading and committing overlap and memory stays bounded.
 */
export class PlantImport {
  private created = 0;
  private same = 0;
  private refused = 0;
  private bytesRead = 0;
  private batch = new PlantBatch();
  private underWay: Promise<void> | undefined;
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly options: ImportOptions) {}

  get counts(): ImportCounts {
    const { created, same, refused } = this;
    return { created, same, refused };
  }

  /**
   * Takes the next piece of the file. Resolves when a further one is welcome.
   *
   * @throws FileFormatError of the reader; UnavailableError when the store stays away
   */
  async add(chunk: Buffer): Promise<void> {
    this.options.reader.read(chunk, this.batch);
    this.batch.bytes += chunk.length;
    this.bytesRead += chunk.length;
    if (this.underWay !== undefined && isFull(this.batch)) await this.settle();
    if (this.underWay === undefined) this.start();
    this.throwFailure();
  }

  /** Takes what is left after the last piece. @throws as `add` does */
  async end(): Promise<void> {
    this.options.reader.end(this.batch);
    await this.settle();
    this.start();
    await this.settle();
  }

  /** Waits for the commit under way. @throws as `add` does */
  async settle(): Promise<void> {
    await this.underWay;
    this.throwFailure();
  }

  private start(): void {
    if (this.failure !== undefined) return;
    const { batch } = this;
    this.batch = new PlantBatch();
    this.underWay = this.store(batch, this.bytesRead)
      .catch((error: unknown) => {
        this.failure = { error };
        this.options.onFailure();
      })
      .finally(() => {
        this.underWay = undefined;
      });
  }

  private throwFailure(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }

  /** @param bytes of the file up to the end of the batch */
  private async store(batch: PlantBatch, bytes: number): Promise<void> {
    const { plants, onUnavailable: onPause, onRefused, onProgress, signal } = this.options;
    const create = (): Promise<readonly CreateOutcome[]> => plants.createAll(batch.plants);
    const outcomes =
      batch.plants.length === 0 ? [] : await retryWhileUnavailable(create, { onPause, signal });
    for (const outcome of outcomes) {
      if (outcome === 'created') this.created++;
      else if (outcome === 'same') this.same++;
    }
    for (const { line, problem } of batch.refused(outcomes)) {
      this.refused++;
      onRefused(line, problem);
    }
    onProgress(this.counts, bytes);
  }
}

function isFull({ plants, bytes }: PlantBatch): boolean {
  return plants.length >= MAX_BATCH_PLANTS || bytes >= MAX_BATCH_BYTES;
}
