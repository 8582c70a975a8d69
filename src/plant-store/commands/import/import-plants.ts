import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from 'openapi-trellis/contract';
import type { CreateOutcome, PlantStore, Plant } from '../../plants/plant-store';
import type { NdjsonReader, PlantSink } from '../formats/ndjson';

/**
 * The size of a full batch, at which reading waits for the store. The more plants share a commit, the fewer pages of a
 * table are written for each, when their ids are far apart, and the more memory it takes: with 12,000 the process stays
 * below 200 MB.
 */
const MAX_BATCH_PLANTS = 12_000;
const MAX_BATCH_BYTES = 2 ** 22;

/** The outcomes of a file's plants so far. */
export interface ImportCounts {
  readonly created: number;
  /** Existed before, with the same name and tag. */
  readonly same: number;
  /** Invalid lines, and ids of other plants. */
  readonly refused: number;
}

interface ImportOptions {
  readonly reader: Pick<NdjsonReader, 'read' | 'end'>;
  readonly plants: Pick<PlantStore, 'createAll'>;
  /** Called with each line that is not stored, in the order of the file. */
  readonly onRefused: (line: number, problem: string) => void;
  /** Called after each commit. */
  readonly onProgress: (counts: ImportCounts, bytes: number) => void;
  readonly onUnavailable: (error: UnavailableError, pauseS: number) => void;
  /** Called when nothing more can be stored; `add` and `settle` throw the reason. */
  readonly onFailure: () => void;
  /** Ends the retries while the store is unavailable. */
  readonly signal: AbortSignal;
}

/**
 * Stores plants. One commit is in progress at a time, while the next batch is read: reading and committing overlap and
 * memory stays bounded.
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
   * Takes the next chunk of the file. Resolves when it can take another.
   *
   * @throws UnavailableError when the store remains unavailable
   */
  async add(chunk: Buffer): Promise<void> {
    this.options.reader.read(chunk, this.batch);
    this.batch.bytes += chunk.length;
    this.bytesRead += chunk.length;
    if (this.underWay !== undefined && isFull(this.batch)) await this.settle();
    if (this.underWay === undefined) this.start();
    this.throwFailure();
  }

  /** Ends the file. @throws like `add` */
  async end(): Promise<void> {
    this.options.reader.end(this.batch);
    await this.settle();
    this.start();
    await this.settle();
  }

  /** Waits for the commit in progress. @throws like `add` */
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

/** A line whose plant was not stored, and why. */
interface RefusedLine {
  readonly line: number;
  readonly problem: string;
}

/** The plants stored together, and the invalid lines between them. */
class PlantBatch implements PlantSink {
  readonly plants: Plant[] = [];
  /** Bytes of the file that were read for it. */
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
   * The lines that were not stored, in their order.
   *
   * @param outcomes the outcomes of the plants
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

/** Pauses before each retry, in seconds: about a minute in total. */
export const RETRY_PAUSES_S: readonly number[] = [1, 2, 4, 8, 16, 30];

interface RetryOptions {
  readonly pausesS?: readonly number[];
  /** Called before each pause. */
  readonly onPause: (error: UnavailableError, pauseS: number) => void;
  /** Ends the pause and the retries. */
  readonly signal: AbortSignal;
}

/**
 * Retries work while its dependency is unavailable.
 *
 * @throws UnavailableError of the last try; any other error at once
 */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { pausesS = RETRY_PAUSES_S, onPause, signal }: RetryOptions,
): Promise<T> {
  for (const pauseS of pausesS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || signal.aborted) throw error;
      onPause(error, pauseS);
      await sleep(pauseS * 1_000, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
  return work();
}
