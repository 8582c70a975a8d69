import path from 'node:path';
import {
  CommandError,
  EXIT_OK,
  clearProgress,
  printLines,
  sayLines,
  showProgress,
  readExtensions,
} from '../cli';
import { readProjectDocument, withStrictQuery } from '../generate';
import { isSelected, selectionOf, type SourceDocument } from '../document';
import { checks, type RecordedExchange, awaitService, restored, secretsOf } from '../judge';
import { fetchDocument, isUrl } from './fetch-document';
import { betweenHooks, loadHooks, requestHooks } from './hooks';
import { judgeTraffic, replay, testConformance } from './public';
import {
  type CommandOptions,
  type ConformanceOptions,
  environmentUrl,
  readOptions,
} from './options';
import { Reports } from './reports';
import type { Results } from './results';
import { sayWrites, tokensOf } from './test-options';
import { readTraffic, refuseFinding } from './traffic/read-traffic';

/** Base URL of recorded exchanges without --url: their targets have no host. */
const RECORDED = 'http://recorded.invalid';

/** Tests a service against its document. @returns the exit code: whether the service conforms */
export async function conformance(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options['list-checks']) {
    printLines(...checks.flatMap(({ id, rule, see }) => [id, `  ${rule}`, `  ${see}`]));
    return EXIT_OK;
  }
  const url = options.url ?? (options.traffic === undefined ? environmentUrl() : RECORDED);
  if (url === undefined) throw new CommandError('--url URL says where the service is');
  return runConformance(options, url);
}

/**
 * Tests the service at a URL with the options of the command line, and reports.
 *
 * @returns the exit code
 * @throws CommandError if the test could not be run
 */
async function runConformance(options: CommandOptions, url: string): Promise<number> {
  refuseUnknownChecks([...options.checks, ...options.withoutChecks]);
  if (options.replay !== undefined) refuseFinding(options.replay);
  const { waitSeconds } = options;
  if (waitSeconds !== undefined && options.traffic === undefined) {
    await awaitService(url, waitSeconds);
  }
  const source = await documentOf(options);
  const hooks = loadHooks(options.hooks);
  if (options.traffic === undefined) await sayWrites(url, options);
  const given = { ...options, ...requestHooks(hooks), source, url };
  return betweenHooks(hooks, given, (setUp) =>
    tested(options, { ...given, tokens: tokensOf(options, source.document, setUp) }),
  );
}

/** Keeps the given path for a document of another project, so the command that repeats a finding finds it. */
async function documentOf(options: CommandOptions): Promise<SourceDocument> {
  const { spec, 'strict-query': isStrict } = options;
  if (isUrl(spec)) return withStrictQuery(await fetchDocument(spec), isStrict);
  const source = readProjectDocument(spec, options);
  const isFound = path.resolve(source.name) === path.resolve(spec);
  return isFound ? source : { ...source, name: spec };
}

async function tested(
  options: CommandOptions,
  given: Omit<ConformanceOptions, 'extensions'>,
): Promise<number> {
  const reports = new Reports(options, given.tokens, given.source.document);
  const controller = new AbortController();
  const unsubscribe = onInterruption(() => {
    controller.abort();
    clearProgress();
    sayLines(INTERRUPTED);
  });
  const { checks: made, withoutChecks } = options;
  try {
    const run: ConformanceOptions = {
      ...given,
      extensions: readExtensions(options.extensions)?.extensions,
      includes: (operation, all) =>
        isSelected(operation, selectionOf(options, all, options.explain)),
      makes: (id) => (made.length === 0 || made.includes(id)) && !withoutChecks.includes(id),
      signal: controller.signal,
      onExchange: (exchange) => {
        reports.log(exchange);
      },
      onProgress: ({ phase, requests, findings }) => {
        showProgress(`${phase}: ${requests} requests, ${findings} findings`);
      },
    };
    return reports.report(await resultsOf(options, run).finally(clearProgress));
  } finally {
    reports.close();
    unsubscribe();
  }
}

const INTERRUPTED =
  'Interrupted: requests under way are waited for, then what was found is reported; a second signal ends at once';

/** Judges recorded exchanges, sends recorded requests again, or runs a test. */
function resultsOf(
  { traffic, replay: log }: CommandOptions,
  options: ConformanceOptions,
): Promise<Results> {
  if (traffic !== undefined) return judgeTraffic(options, readTraffic(traffic));
  if (log === undefined) return testConformance(options);
  const secrets = secretsOf(options.tokens, options.headers ?? []);
  return replay(options, restoredTraffic(readTraffic(log), secrets));
}

async function* restoredTraffic(
  recorded: AsyncIterable<RecordedExchange>,
  secrets: readonly string[],
): AsyncGenerator<RecordedExchange> {
  for await (const each of recorded) {
    yield { ...each, request: restored(each.request, secrets) };
  }
}

function refuseUnknownChecks(ids: readonly string[]): void {
  const unknown = ids.find((id) => !checks.some((check) => check.id === id));
  if (unknown === undefined) return;
  throw new CommandError(`There is no check "${unknown}"; --list-checks names them all`);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** npm forwards a signal that the terminal also sends to this process: within this time, they are one. */
const SAME_MS = 500;

/**
 * Calls `stop` at the first signal that asks this process to end; the next one ends it.
 *
 * @returns a function that removes the handlers
 */
function onInterruption(stop: () => void): () => void {
  let since: number | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (since === undefined) {
      since = now;
      stop();
    } else if (now - since > SAME_MS) {
      unsubscribe();
      process.kill(process.pid, signal);
    }
  };
  const unsubscribe = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return unsubscribe;
}
