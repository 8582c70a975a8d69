import type { PlantEntry, PlantReader } from '../formats/plant-entry';
import type { CreateOutcome, PlantStore } from '../../plants/plant-store';
import { retryWhileUnavailable } from './retry';
import type { UnavailableError } from '../../contract/failure';

/**
 * Bytes that are gathered while the store is busy, before reading waits for it: some ten thousand small
 * plants, whose commit takes a tenth of a second.
 */
const MAX_BATCH_BYTES = 2 ** 19;

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

/** Entries that go into the store together. */
interface Batch {
  readonly entries: readonly PlantEntry[];
  /** Of the file, up to the end of the batch. */
  readonly bytes: number;
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
  private bytesInBatch = 0;
  private entries: PlantEntry[] = [];
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
    this.entries.push(...this.options.reader.read(chunk));
    this.bytesRead += chunk.length;
    this.bytesInBatch += chunk.length;
    if (this.underWay !== undefined && this.bytesInBatch >= MAX_BATCH_BYTES) await this.settle();
    if (this.underWay === undefined) this.start();
    this.throwFailure();
  }

  /** Takes what is left after the last piece. @throws as `add` does */
  async end(): Promise<void> {
    this.entries.push(...this.options.reader.end());
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
    const batch = { entries: this.entries, bytes: this.bytesRead };
    this.entries = [];
    this.bytesInBatch = 0;
    this.underWay = this.store(batch)
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

  private async store({ entries, bytes }: Batch): Promise<void> {
    const { plants, onProgress, onUnavailable, signal } = this.options;
    const found = entries.flatMap((entry) => ('plant' in entry ? [entry.plant] : []));
    const outcomes =
      found.length === 0
        ? []
        : await retryWhileUnavailable(() => plants.createAll(found), {
            onPause: onUnavailable,
            signal,
          });
    this.count(entries, outcomes);
    onProgress(this.counts, bytes);
  }

  /** @param outcomes those of the entries that are plants, in their order */
  private count(entries: readonly PlantEntry[], outcomes: readonly CreateOutcome[]): void {
    let next = 0;
    for (const entry of entries) {
      const outcome = 'plant' in entry ? outcomes[next++] : undefined;
      if (outcome === 'created') this.created++;
      else if (outcome === 'same') this.same++;
      else {
        this.refused++;
        this.options.onRefused(entry.line, problemOf(entry, outcome));
      }
    }
  }
}

function problemOf(entry: PlantEntry, outcome: CreateOutcome | undefined): string {
  if ('problem' in entry) return entry.problem;
  if (outcome instanceof Error) return `The plant cannot be stored: ${outcome.message}`;
  return `The id ${entry.plant.id} belongs to another plant; choose another id`;
}
