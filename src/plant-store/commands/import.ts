import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { UnavailableError } from 'openapi-trellis/contract';
import { readServiceConfig } from 'openapi-trellis/service';
import { readDatabaseUrl } from '../config';
import { openStore } from '../stores/open-store';
import type { Store } from '../stores/store';
import type { Command } from './command';
import { CommandError, EXIT_FAILED, EXIT_OK, parseCommandLine } from './command-line';
import { NdjsonReader } from './formats/ndjson';
import { CSV_OPTIONS, CSV_REMEDY, FORMAT_OPTION, refuseOtherFormats } from './formats/removed-csv';
import { PlantImport, type ImportCounts } from './import/import-plants';
import { Progress } from './import/progress';
import { print } from './output';

/**
 * Bytes that a line may exceed the largest body by: 16 MiB. A plant may date from a higher limit,
 * and a line may be a longer notation of it than the client's.
 */
const LINE_ALLOWANCE_BYTES = 2 ** 24;

/** `plant-store import FILE|-`: adds the plants of a file, possibly while a service runs. */
export const importPlants: Command = async ({ args, env, stdin, stdout, stderr, untilSignal }) => {
  const file = readFileName(args);
  const databaseUrl = readDatabaseUrl(env);
  const { maxBodyBytes } = readServiceConfig({ MAX_BODY_BYTES: env.MAX_BODY_BYTES });
  const maxLineBytes = maxBodyBytes + LINE_ALLOWANCE_BYTES;
  const stop = new AbortController();
  void untilSignal().then((signal) => {
    stop.abort(signal);
  });
  const source = await openSource(file, stdin, stop.signal);
  const progress = new Progress(stderr, source.totalBytes);
  const tell = (text: string): void => {
    progress.line(text);
  };
  let store: Store | undefined;
  try {
    store = await openStore(databaseUrl, { role: 'tool' });
    const refusals = new Refusals(source.name, tell);
    const run = new PlantImport({
      reader: new NdjsonReader(maxLineBytes),
      plants: store.plants,
      onRefused: (line, problem) => {
        refusals.add(line, problem);
      },
      onProgress: (counts, bytes) => {
        progress.update(totalOf(counts), bytes);
      },
      onUnavailable: (error, pauseS) => {
        tell(`${error.message}; trying again in ${pauseS} s`);
      },
      onFailure: () => source.stream.destroy(),
      signal: stop.signal,
    });
    const problem = await runToEnd(source, run, stop.signal);
    progress.end();
    const { created, same, refused } = run.counts;
    if (problem !== undefined) tell(`plant-store: ${problem}`);
    await print(stdout, `${created} created, ${same} already there, ${refused} refused\n`);
    return problem === undefined && refused === 0 ? EXIT_OK : EXIT_FAILED;
  } finally {
    progress.end();
    source.stream.destroy();
    await store?.close();
  }
};

function readFileName(args: readonly string[]): string {
  const rules = { allowPositionals: true, removed: CSV_OPTIONS };
  const { values, positionals } = parseCommandLine(args, FORMAT_OPTION, rules);
  refuseOtherFormats(values.format);
  const [file, ...others] = positionals;
  if (file === undefined || file === '' || others.length > 0) {
    throw new CommandError('import takes one FILE, or - for standard input');
  }
  if (extname(file).toLowerCase() === '.csv') {
    throw new CommandError(
      `import takes NDJSON, not CSV like ${JSON.stringify(file)}; ${CSV_REMEDY}`,
    );
  }
  return file;
}

/**
 * Reads the source to its end, or until a signal.
 *
 * @returns why only the lines before were stored; undefined when all were
 * @throws faults of the program
 */
async function runToEnd(
  source: ImportSource,
  run: PlantImport,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    for await (const chunk of source.stream) await run.add(chunk as Buffer);
    await run.end();
    return undefined;
  } catch (error) {
    const cause: unknown = await run.settle().then(
      () => error,
      (failure: unknown) => failure,
    );
    if (signal.aborted) return `Ended by ${String(signal.reason)}; ${goesOn(run.counts)}`;
    if (cause instanceof UnavailableError) return `${cause.message}; ${goesOn(run.counts)}`;
    if (cause === source.stream.errored) return readProblem(source.name, cause);
    throw cause;
  }
}

function goesOn(counts: ImportCounts): string {
  return `the first ${totalOf(counts)} plants are done, and the same command goes on from there`;
}

function totalOf({ created, same, refused }: ImportCounts): number {
  return created + same + refused;
}

/** Bytes of one read. */
const CHUNK_BYTES = 2 ** 17;

export interface ImportSource {
  /** For messages. */
  readonly name: string;
  /** Undefined when it is not known. */
  readonly totalBytes: number | undefined;
  readonly stream: Readable;
}

/**
 * Opens a file, or standard input for `-`.
 *
 * @param signal ends the reading with an error
 * @throws CommandError when the file cannot be opened
 */
export async function openSource(
  file: string,
  stdin: () => Readable,
  signal: AbortSignal,
): Promise<ImportSource> {
  if (file === '-') {
    return { name: 'standard input', totalBytes: undefined, stream: stoppable(stdin(), signal) };
  }
  try {
    const handle = await open(file, 'r');
    const stats = await handle.stat();
    if (stats.isDirectory()) {
      await handle.close();
      throw Object.assign(new Error(), { code: 'EISDIR' });
    }
    const stream = handle.createReadStream({ highWaterMark: CHUNK_BYTES });
    return {
      name: file,
      totalBytes: stats.isFile() ? stats.size : undefined,
      stream: stoppable(stream, signal),
    };
  } catch (error) {
    throw new CommandError(readProblem(file, error), EXIT_FAILED);
  }
}

function stoppable(stream: Readable, signal: AbortSignal): Readable {
  // The reader gets the error; without a listener, an earlier one would end the process.
  stream.on('error', () => undefined);
  return addAbortSignal(signal, stream);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder; name a file',
};

/** One line for the person at the terminal. */
export function readProblem(file: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `Cannot read ${JSON.stringify(file)}: ${reasons[code] ?? message}`;
}

/** The most refused lines printed; others are only counted. */
const MAX_TOLD = 99;

/** Reports refused lines, until there are too many to read. */
export class Refusals {
  private told = 0;

  /**
   * @param file its name as given by the person
   * @param write takes one line of text
   */
  constructor(
    private readonly file: string,
    private readonly write: (text: string) => void,
  ) {}

  add(line: number, problem: string): void {
    if (this.told > MAX_TOLD) return;
    if (this.told++ < MAX_TOLD) this.write(`${this.file}:${line}: ${problem}`);
    else this.write(`${this.file}: from here on, refused lines are only counted`);
  }
}
