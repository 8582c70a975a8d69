import { readDatabaseUrl, readMaxBodyBytes } from '../config';
import { UnavailableError } from '../../contract/failure';
import { openStore } from '../stores/open-store';
import type { Store } from '../stores/store';
import { parseArguments } from './arguments';
import { EXIT_FAILED, EXIT_OK, UsageError, type Command } from './command';
import { FileFormatError } from './formats/plant-reader';
import { choosePlantFormat, type PlantFormat } from './formats/plant-format';
import { PlantImport, type ImportCounts } from './import/import-plants';
import { openSource, readProblem, type ImportSource } from './import/open-source';
import { Progress } from './import/progress';
import { Refusals } from './import/refusals';
import { print } from './output';

/**
 * What a line may have beyond the largest body, in bytes: 16 MiB. A plant may have come in when the
 * bound was higher, and a line may say it at greater length than the client did.
 */
const LINE_ALLOWANCE_BYTES = 2 ** 24;

/** `plant-store import FILE|-`: adds the plants of a file, beside a running service. */
export const importPlants: Command = async ({ args, env, stdin, stdout, stderr, untilSignal }) => {
  const { file, format } = readArguments(args);
  const databaseUrl = readDatabaseUrl(env);
  const maxLineBytes = readMaxBodyBytes(env) + LINE_ALLOWANCE_BYTES;
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
      reader: format.createReader(maxLineBytes),
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

function readArguments(args: readonly string[]): { file: string; format: PlantFormat } {
  const { values, positionals } = parseArguments({
    args: [...args],
    options: { format: { type: 'string' }, backslashes: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...others] = positionals;
  if (file === undefined || file === '' || others.length > 0) {
    throw new UsageError('import takes one FILE, or - for standard input');
  }
  const { format, backslashes } = values;
  return { file, format: choosePlantFormat(format, file, { backslashes }) };
}

/**
 * Reads the source to its end, or until a signal.
 *
 * @returns why not all of it is in, when the lines before are
 * @throws what is a fault of the program
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
    if (cause instanceof FileFormatError) return `${source.name}:${cause.line}: ${cause.message}`;
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
