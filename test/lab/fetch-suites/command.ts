import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  parseOptions,
  runCommand,
} from '../../../src/tools/cli/command-line';
import { clearProgress, showProgress } from '../../../src/tools/cli/terminal';
import {
  CACHE,
  cacheFolder,
  readSuites,
  sharedFolder,
  SOURCES,
  type Suite,
  type SuiteFile,
} from './suites';

/** GitHub's files by repository, commit and path. */
const ORIGIN = 'https://raw.githubusercontent.com';

const USAGE = `Usage: npm run fetch-suites -- [--into DIR] [--sources FILE] [--origin URL]
  --into     the folder to fetch into, also what ../shared has; .suites without it
  --sources  the list of files; test/suites/sources.txt without it
  --origin   where the files are; ${ORIGIN} without it`;

/**
 * Fetches the third-party test suites. Exits 0 when all are present, 1 when a file has another checksum, 2 when one
 * is unavailable; the other sets are fetched anyway.
 */
async function fetchCommand(): Promise<number> {
  const options = parseOptions(
    {
      into: { type: 'string' },
      sources: { type: 'string', default: SOURCES },
      origin: { type: 'string', default: ORIGIN },
    },
    USAGE,
  );
  let exit = EXIT_OK;
  for (const suite of readSuites(options.sources)) {
    const { name, files } = suite;
    const onFile = (count: number): void => {
      showProgress(`${name}: ${count}/${files.length} files`);
    };
    const shared = options.into === undefined ? sharedFolder(name) : undefined;
    try {
      const folder =
        shared ?? (await download(suite, options.into ?? CACHE, options.origin, onFile));
      clearProgress();
      process.stdout.write(`${name}: ${path.relative(process.cwd(), folder)}\n`);
    } catch (error) {
      clearProgress();
      if (error instanceof CommandError) {
        process.stderr.write(`The suite ${name} is not here: ${error.message}\n`);
        exit = EXIT_COULD_NOT_RUN;
      } else if (error instanceof ChecksumError) {
        process.stderr.write(`${error.message}\n`);
        return EXIT_FINDINGS;
      } else throw error;
    }
  }
  return exit;
}

const AT_ONCE = 8;
const TIMEOUT_MS = 60_000;

/** A file exists, but has another checksum. */
class ChecksumError extends Error {
  override readonly name = 'ChecksumError';
}

/**
 * Fetches the files of a suite into the cache, where they appear atomically. A resumed call skips the files already
 * fetched.
 * @param origin to use instead of GitHub's
 * @param onFile called for each present file with their number
 * @returns the folder
 * @throws CommandError when a file is unavailable
 * @throws ChecksumError when a file does not have the listed checksum
 */
async function download(
  suite: Suite,
  cache: string,
  origin: string,
  onFile: (count: number) => void,
): Promise<string> {
  const folder = cacheFolder(suite, cache);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  const waiting = [...suite.files];
  let count = 0;
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      await provide(file, path.join(partial, file.name), origin);
      onFile(++count);
    }
  };
  const all = Array.from({ length: AT_ONCE }, work);
  try {
    await Promise.all(all);
  } catch (error) {
    // The others stop after their current file.
    waiting.length = 0;
    await Promise.allSettled(all);
    throw error;
  }
  renameSync(partial, folder);
  return folder;
}

async function provide(file: SuiteFile, target: string, origin: string): Promise<void> {
  if (existsSync(target) && sha256(readFileSync(target)) === file.sha256) return;
  const url = `${origin}/${file.source.split('/').map(encodeURIComponent).join('/')}`;
  const bytes = await get(url);
  const found = sha256(bytes);
  if (found !== file.sha256) {
    throw new ChecksumError(
      `${url} has the SHA-256 ${found}, not ${file.sha256} as test/suites/sources.txt has it`,
    );
  }
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}

async function get(url: string): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new CommandError(`${url} cannot be fetched: the response is ${response.status}`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { cause, message } = error as Error & { cause?: { code?: string } };
    throw new CommandError(
      `${url} cannot be fetched: ${cause?.code ?? message}; check that GitHub can be reached from here`,
    );
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

runCommand(fetchCommand);
