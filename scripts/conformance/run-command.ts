import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { cut } from '../../src/contract';
import { clearProgress, CommandError, showProgress } from '../command-line';
import { readExtensions } from '../extensions';
import type { JsonObject, Operation, SourceDocument } from '../generate/index';
import { commandFault, readProjectDocument } from '../project';
import { checks } from './checks/index';
import type { ConformanceOptions } from './conformance-options';
import { environmentTokens, givenTokens } from './given-tokens';
import {
  awaitHook,
  callHook,
  loadHooks,
  performSetUp,
  prepared,
  type Hooks,
  type SetUp,
} from './hooks';
import { UnreachableError } from './http/send';
import { judgeTraffic, replay, testConformance } from './index';
import { onInterruption } from './interruption';
import type { CommandOptions } from './options';
import { withoutUser } from './report/redact';
import { restored } from './report/restore';
import { Reports } from './reports';
import type { Results } from './results';
import { readTraffic } from './traffic/read-traffic';
import type { RecordedExchange } from './traffic/recorded-exchange';

/**
 * Tests the service at a URL as the command line says, and reports.
 *
 * @returns the exit code
 * @throws CommandError for what could not be run
 */
export async function runConformance(options: CommandOptions, url: string): Promise<number> {
  refuseUnknownChecks([...options.checks, ...options.withoutChecks]);
  const source = namedAsGiven(readProjectDocument(options.spec, options), options.spec);
  const hooks = options.hooks === undefined ? {} : loadHooks(options.hooks);
  if (!options.isReadOnly && options.traffic === undefined)
    await sayWrites(url, options.isConfirmed);
  const { seconds } = options;
  const setUp = await performSetUp(hooks, url, seconds);
  try {
    return await tested(options, { source, url, hooks, setUp });
  } catch (error) {
    clearProgress();
    if (error instanceof UnreachableError) throw new CommandError(error.message);
    throw commandFault(error, source);
  } finally {
    await awaitHook('tearDown', seconds, () => hooks.tearDown?.({ url }));
  }
}

/**
 * So that the command to repeat a finding finds it: a document of another project has no more than its name.
 */
function namedAsGiven(source: SourceDocument, spec: string): SourceDocument {
  const isFound = path.resolve(source.name) === path.resolve(spec);
  return isFound ? source : { ...source, name: spec };
}

interface Tested {
  readonly source: SourceDocument;
  readonly url: string;
  readonly hooks: Hooks;
  readonly setUp: SetUp;
}

/** @returns the exit code */
async function tested(
  options: CommandOptions,
  { source, url, hooks, setUp }: Tested,
): Promise<number> {
  const given = tokensOf(options, source.document, setUp);
  const reports = new Reports(options, given, source.document);
  const controller = new AbortController();
  const takeBack = onInterruption(() => {
    controller.abort();
    clearProgress();
    process.stderr.write(`${INTERRUPTED}\n`);
  });
  try {
    const results = await resultsOf(options, {
      ...testOptions(options, hooks),
      ...{ source, url, signal: controller.signal, tokens: given },
      onExchange: (exchange) => {
        reports.log(exchange);
      },
      onProgress: ({ phase, requests, findings }) => {
        showProgress(`${phase}: ${requests} requests, ${findings} findings`);
      },
    });
    clearProgress();
    return reports.report(results);
  } finally {
    reports.close();
    takeBack();
  }
}

const INTERRUPTED =
  'Interrupted: requests under way are waited for, then what was found is reported; a second signal ends at once';

/** Of recorded exchanges, of recorded requests that are sent again, or of a test. */
function resultsOf(
  { traffic, replay: log }: CommandOptions,
  options: ConformanceOptions,
): Promise<Results> {
  if (traffic !== undefined) return judgeTraffic(options, readTraffic(traffic));
  if (log === undefined) return testConformance(options);
  const { caller, limited, other } = options.tokens;
  const tokens = [caller, limited, other].flatMap((each) => [...each.values()]);
  return replay(options, restoredTraffic(readTraffic(log), tokens));
}

async function* restoredTraffic(
  recorded: AsyncIterable<RecordedExchange>,
  tokens: readonly string[],
): AsyncGenerator<RecordedExchange> {
  for await (const each of recorded) {
    yield { ...each, request: restored(each.request, tokens) };
  }
}

function testOptions(
  options: CommandOptions,
  hooks: Hooks,
): Omit<ConformanceOptions, 'source' | 'url' | 'tokens'> {
  const { seed, runs, parallel, timeoutMs, headers, seconds, requests, rate } = options;
  const { value, request } = hooks;
  return {
    ...{ seed, runs, parallel, timeoutMs, headers },
    limits: { timeMs: seconds * 1000, requests, rate },
    includes: (operation, all) => {
      refuseUnknownNames(all, options);
      return isIncluded(operation, options);
    },
    makes: (id) =>
      (options.checks.length === 0 || options.checks.includes(id)) &&
      !options.withoutChecks.includes(id),
    readOnly: options.isReadOnly,
    stateless: options.isStateless,
    extensions: readExtensions(options.extensions)?.extensions,
    ...(request && { prepare: (made) => prepared(request, made) }),
    ...(value && {
      known: ({ operationId }, parameter) => {
        const { in: location, name } = parameter.value;
        return callHook('value', () =>
          value({ operationId, in: String(location), name: String(name) }),
        );
      },
    }),
  };
}

/** Those of hooks before those of the command line, and these before those of the environment. */
function tokensOf(
  { tokens, limitedScopes }: CommandOptions,
  document: JsonObject,
  setUp: SetUp,
): ConformanceOptions['tokens'] {
  return {
    caller: new Map([
      ...environmentTokens(process.env, document),
      ...givenTokens(tokens.caller, document),
      ...Object.entries(setUp.tokens ?? {}),
    ]),
    limited: givenTokens(tokens.limited, document),
    other: givenTokens(tokens.other, document),
    limitedScopes,
  };
}

function isIncluded(operation: Operation, { include, exclude }: CommandOptions): boolean {
  const isNamed = (name: string): boolean => names(operation).includes(name);
  return (include.length === 0 || include.some(isNamed)) && !exclude.some(isNamed);
}

/** @throws CommandError naming what no operation is called */
function refuseUnknownNames(
  operations: readonly Operation[],
  { include, exclude }: CommandOptions,
): void {
  const unknown = [...include, ...exclude].find(
    (name) => !operations.some((operation) => names(operation).includes(name)),
  );
  if (unknown === undefined) return;
  const known = operations.map(({ operationId }) => operationId);
  throw new CommandError(
    `No operation is called "${unknown}"; the document has ${cut(known.join(', '), MOST_NAMES)}`,
  );
}

/** Characters of them that are listed. */
const MOST_NAMES = 300;

/** The names that an operation goes by on the command line. */
function names({ operationId, method, path, value }: Operation): string[] {
  const tags = Array.isArray(value.tags) ? value.tags : [];
  return [operationId, `${method} ${path}`, ...tags.map((tag) => `tag:${String(tag)}`)];
}

/** @throws CommandError naming the check */
function refuseUnknownChecks(ids: readonly string[]): void {
  const unknown = ids.find((id) => !checks.some((check) => check.id === id));
  if (unknown === undefined) return;
  throw new CommandError(`There is no check "${unknown}"; --list-checks names them all`);
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Says that requests will write; asks where the service is on another machine and somebody is there.
 *
 * @throws CommandError when nobody allows it
 */
async function sayWrites(url: string, isConfirmed: boolean): Promise<void> {
  const what = `Requests that create, change and delete are sent to ${withoutUser(url)}; --read-only sends none`;
  process.stderr.write(`${what}\n`);
  if (isConfirmed || LOOPBACK.test(new URL(url).hostname)) return;
  if (!process.stdin.isTTY) {
    throw new CommandError('It is not on this machine: allow it with --yes, or use --read-only');
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Go on? [y/N] ');
  asking.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError('Nothing was sent');
}
