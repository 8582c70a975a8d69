import { createInterface } from 'node:readline/promises';
import {
  clearProgress,
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_DRIFT,
  EXIT_OK,
  showProgress,
} from '../command-line';
import { readExtensions } from '../extensions';
import type { JsonObject, Operation } from '../generate/index';
import { commandFault, readProjectDocument } from '../project';
import { checks } from './checks/index';
import type { ConformanceOptions } from './conformance-options';
import { environmentTokens, givenTokens } from './given-tokens';
import { loadHooks, type Hooks, type SetUp } from './hooks';
import { UnreachableError } from './http/send';
import { testConformance } from './index';
import { compareFindings, type KnownFinding, readKnownFindings } from './known-findings';
import type { CommandOptions } from './options';
import { terminalReport, wantsColours } from './report/terminal';
import type { Results } from './results';

/**
 * Tests the service at a URL as the command line says, and reports.
 *
 * @returns the exit code
 * @throws CommandError for what could not be run
 */
export async function runConformance(options: CommandOptions, url: string): Promise<number> {
  refuseUnknownChecks([...options.checks, ...options.withoutChecks]);
  const source = readProjectDocument(options.spec, options);
  const known = options.known === undefined ? [] : readKnownFindings(options.known);
  const hooks = options.hooks === undefined ? {} : loadHooks(options.hooks);
  if (!options.isReadOnly) await sayWrites(url, options.isConfirmed);
  const setUp = (await hooks.setUp?.({ url })) ?? {};
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
  };
  process.once('SIGINT', stop);
  try {
    const results = await testConformance({
      ...testOptions(options, hooks),
      ...{ source, url, signal: controller.signal },
      tokens: tokensOf(options, source.document, setUp),
      onProgress: ({ phase, requests, findings }) => {
        showProgress(`${phase}: ${requests} requests, ${findings} findings`);
      },
    });
    clearProgress();
    return report(results, options, known);
  } catch (error) {
    if (error instanceof UnreachableError) throw new CommandError(error.message);
    throw commandFault(error, source);
  } finally {
    process.off('SIGINT', stop);
    await hooks.tearDown?.({ url });
  }
}

function testOptions(
  options: CommandOptions,
  hooks: Hooks,
): Omit<ConformanceOptions, 'source' | 'url' | 'tokens'> {
  const { seed, runs, parallel, timeoutMs, headers, seconds, requests, rate } = options;
  const { value } = hooks;
  return {
    ...{ seed, runs, parallel, timeoutMs, headers },
    limits: { timeMs: seconds * 1000, requests, rate },
    includes: (operation) => isIncluded(operation, options),
    makes: (id) =>
      (options.checks.length === 0 || options.checks.includes(id)) &&
      !options.withoutChecks.includes(id),
    readOnly: options.isReadOnly,
    extensions: readExtensions(options.extensions)?.extensions,
    ...(value && {
      known: ({ operationId }, parameter) =>
        value({
          operationId,
          in: String(parameter.value.in),
          name: String(parameter.value.name),
        }),
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
  const what = `Requests that create, change and delete are sent to ${url}; --read-only sends none`;
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

function report(results: Results, options: CommandOptions, known: readonly KnownFinding[]): number {
  const { fresh, missing } = compareFindings(results.findings, known);
  const colours = wantsColours(process.stdout, process.env);
  process.stdout.write(terminalReport({ ...results, findings: fresh }, { colours }));
  for (const { check, operation, reason } of missing) {
    process.stdout.write(
      `${check} ${operation} is listed as known (${reason}) and was not found; remove its line from ${String(options.known)}\n`,
    );
  }
  if (results.judged.acceptance + results.judged.refusal + results.judged.open === 0) {
    process.stderr.write('No request was sent: no operation is included\n');
    return EXIT_COULD_NOT_RUN;
  }
  const isFaulty = fresh.some(({ fault }) => fault === 'service') || missing.length > 0;
  return isFaulty ? EXIT_DRIFT : EXIT_OK;
}
