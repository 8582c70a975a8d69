import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  CommandError,
  EXIT_FINDINGS,
  EXIT_OK,
  parseOptions,
  runIfMain,
  wholeNumber,
  printReport,
  sayLines,
  readReasons,
} from '../cli';
import { loadContract, commandFault, readProjectDocument, usualDocument } from '../generate';
import { judge, report } from './judge';
import { measure } from './measure';
import type { RecordedExchange } from './record';
import { jsonIn } from '../document';

const USAGE = `Usage: npm run contract-coverage -- --recorded DIR [--spec FILE] [--threshold PERCENT] [--accepted FILE]
  --recorded   the folder that CONTRACT_COVERAGE named while the tests ran
  --threshold  fails below so many percent
  --accepted   a file with a line OPERATION PART # REASON for each part that no test exercises`;

const NOTHING_RECORDED =
  'Nothing was recorded; call recordExchanges where tests start the service (docs/contract-coverage.md)';

/** Prints the coverage of a document by tests, and fails where it is too low. */
export function contractCoverage(): number {
  const {
    recorded,
    spec = usualDocument(),
    threshold,
    accepted,
  } = parseOptions(
    {
      recorded: { type: 'string' },
      spec: { type: 'string' },
      threshold: { type: 'string', default: '0' },
      accepted: { type: 'string' },
    },
    USAGE,
    undefined,
    { '--allowed': '--accepted' },
  );
  if (recorded === undefined)
    throw new CommandError('Name the folder of recordings with --recorded DIR');
  const source = readProjectDocument(spec);
  const exchanges = readRecordings(recorded);
  if (exchanges.length === 0) sayLines(NOTHING_RECORDED);
  const coverage = measure(load(source), exchanges);
  const verdict = judge(coverage, {
    threshold: wholeNumber('threshold', threshold, { least: 0, most: 100 }),
    file: accepted ?? 'a file that --accepted names',
    allowed: accepted === undefined ? new Map() : readReasons(accepted),
  });
  printReport(report(source, coverage, verdict));
  return verdict.faults.length > 0 ? EXIT_FINDINGS : EXIT_OK;
}

/** Nothing is validated, so no schema is compiled and no extension is needed. */
function load(source: ReturnType<typeof readProjectDocument>): ReturnType<typeof loadContract> {
  try {
    return loadContract(source.document, { faults: source.faults, lazy: true, defaults: false });
  } catch (error) {
    throw commandFault(error, source);
  }
}

/**
 * Reads the recordings of all processes of a run.
 *
 * @param folder with one file for each process
 * @throws CommandError naming the folder when it cannot be read
 */
export function readRecordings(folder: string): RecordedExchange[] {
  return filesIn(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .flatMap(exchangeOf);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The recordings ${folder} cannot be read (${code ?? String(error)})`);
  }
}

/** A killed process may leave an incomplete last line. */
function exchangeOf(line: string): RecordedExchange[] {
  const exchange = jsonIn(line);
  return exchange === undefined ? [] : [exchange as RecordedExchange];
}

runIfMain(module, contractCoverage);
