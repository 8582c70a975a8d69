import path from 'node:path';
import {
  clearProgress,
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  parseOptions,
  runCommand,
  showProgress,
} from '../../../src/cli/command-line';
import { ChecksumError, download, ORIGIN } from './download';
import { CACHE, readSuites, sharedFolder, SOURCES } from './suites';

const USAGE = `Usage: npm run fetch-suites -- [--into DIR] [--sources FILE] [--origin URL]
  --into     the folder to fetch into, also what ../shared has; .suites without it
  --sources  the list of files; test/suites/sources.txt without it
  --origin   where the files are; ${ORIGIN} without it`;

/**
 * Fetches the sets of files of others that the project is tested with. Exits 0 when all are there, 1 when a
 * file is not the one that was asked for, 2 when one cannot be had; the other sets are fetched all the same.
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

runCommand(fetchCommand);
