import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CommandError } from '../cli/command-line';
import {
  asObject,
  isJsonObject,
  type Operation,
  pointerBeforeHierarchies,
} from '../generate/index';
import type { Resource } from '../resources/index';
import { type Assembled, assemble, type ConformanceOptions } from './assemble';
import { coverageCases } from './cases/coverage';
import { OperationCases } from './cases/operation-cases';
import { mayEndCredentials } from './credential-state';
import { type Exchange, responseOf, statusOrReason, type TestCase } from './exchange';
import type { Finding } from './finding';
import { isSafe, isSendable } from './http/request';
import { MAX_SEED, sendRandom } from './random-phase';
import type { ExchangeJson, FindingJson } from './report/exchange-json';
import type { Results } from './results';
import type { Run } from './run';
import { resultsOfPhase } from './run-results';
import { inParallel } from './scheduling';
import { cleanUp, discover } from './stateful/discover';
import { engineRun, pathOf, ROUNDS, runStateful } from './stateful/run-stateful';
import type { StatefulRun } from './stateful/steps';

/** A finding as stored in its file. */
export type FindingFile = Pick<
  FindingJson,
  'check' | 'operationId' | 'pointer' | 'message' | 'needs' | 'exercised'
> & { readonly seed: number; readonly exchanges: readonly [ExchangeJson, ...ExchangeJson[]] };

/** The results of looking for one finding again; at most that finding is among them. */
export interface Repetition extends Results {
  readonly sought: FindingFile;
  /** Why it could not be tried; undefined if it was tried or is there. */
  readonly untried: string | undefined;
}

/**
 * @returns undefined for a file that is no finding, such as a log
 * @throws CommandError if the finding lacks a part
 */
export function readFinding(file: string): FindingFile | undefined {
  const value = file.endsWith('.json') ? jsonIn(file) : undefined;
  if (!isJsonObject(value) || !('check' in value)) return undefined;
  if (isFinding(value)) return value;
  throw new CommandError(
    `${file} is no finding: check, pointer, seed, needs and exchanges must be there; take one that --out has written`,
  );
}

function isFinding(value: unknown): value is FindingFile {
  const { check, pointer, seed, needs, exchanges } = asObject(value);
  return (
    [check, pointer].every((each) => typeof each === 'string') &&
    Number.isInteger(seed) &&
    [needs, exchanges].every((each) => Array.isArray(each) && each.length > 0)
  );
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Reading it as a log reports the fault.
    return undefined;
  }
}

/**
 * Looks for a finding again: first with the requests that showed it, then with all requests to its operations in
 * the phases that may show it. Ends when it is found.
 *
 * @throws DocumentError if the document cannot be read as OpenAPI
 * @throws UnreachableError if nothing answers at the URL
 */
export async function repeatFinding(
  options: ConformanceOptions,
  sought: FindingFile,
): Promise<Repetition> {
  const sent: Exchange[] = [];
  const own: ConformanceOptions = {
    ...options,
    seed: sought.seed,
    makes: (check) => check === sought.check,
    includes: (operation, all) =>
      (options.includes?.(operation, all) ?? true) && sought.needs.includes(operation.operationId),
    onExchange: (exchange) => {
      sent.push(exchange);
      options.onExchange?.(exchange);
    },
  };
  const startedAt = Date.now();
  const parts = await assemble(own);
  const search = new Search(own, parts, sought);
  try {
    await search.run();
  } finally {
    parts.sender.close();
  }
  const { found, last } = search;
  const results = resultsOfPhase(last.phase, { options: own, startedAt, run: parts.run });
  const untried = found === undefined ? whyUntried(parts, sought, sent) : undefined;
  return { ...results, findings: found === undefined ? [] : [found], sought, untried };
}

class Search {
  readonly last: ExchangeJson;
  private readonly ids: ReadonlySet<string | undefined>;
  private readonly stateful: StatefulRun;

  constructor(
    private readonly options: ConformanceOptions,
    private readonly parts: Assembled,
    private readonly sought: FindingFile,
  ) {
    const { exchanges } = sought;
    this.last = lastOf(sought);
    this.ids = new Set(exchanges.map(({ operationId }) => operationId));
    const { loaded } = parts.context;
    const operations = loaded.operations.filter((each) => !mayEndCredentials(each));
    const context = { ...parts.context, loaded: { ...loaded, operations } };
    this.stateful = engineRun(parts.run, context, sought.seed, () => this.isOver);
  }

  async run(): Promise<void> {
    const { options, parts, last } = this;
    if (options.stateless !== true) parts.found.items = await discover(this.stateful);
    await this.makeMissing();
    if (last.phase === 'stateful') await this.sequences();
    else {
      const isRandom = last.phase === 'random';
      if (isRandom) await this.random();
      await this.coverage();
      if (!isRandom) await this.random();
      await this.writing();
    }
    await parts.run.tryWaiting(options.parallel);
    await cleanUp(this.stateful, parts.found.items);
  }

  /** The finding, once it has appeared again. */
  get found(): Finding | undefined {
    const { sought, parts, options } = this;
    const pointerOf = ({ pointer }: Finding): string =>
      pointerBeforeHierarchies(options.source.document, pointer);
    const found = parts.run.findings.all.find(
      (each) =>
        each.check === sought.check &&
        each.operationId === sought.operationId &&
        pointerOf(each) === sought.pointer,
    );
    return found && { ...found, pointer: sought.pointer, needs: sought.needs };
  }

  private get isOver(): boolean {
    const { budget, ended } = this.parts.run.parts;
    return budget.end() !== undefined || ended.haveEnded;
  }

  private readonly isDone = (): boolean => this.isOver || this.found !== undefined;

  /**
   * Recreates the items that requests have removed, with other values: an earlier run may have left items with
   * the same values.
   */
  private async makeMissing(): Promise<void> {
    const { found } = this.parts;
    if (this.options.stateless === true || this.isDone()) return;
    found.items = await discover(this.stateful, found.items, otherValues());
  }

  /** All sequences of the resource in order, since a sequence relies on results of earlier ones. */
  private async sequences(): Promise<void> {
    const { sequence = '' } = this.last;
    const isOfResource = (resource: Resource): boolean => sequence.endsWith(` ${pathOf(resource)}`);
    await runStateful(
      this.stateful,
      this.parts.found.items,
      [...ROUNDS, otherValues()],
      (resource) => isOfResource(resource) && !this.isDone(),
    );
  }

  private async coverage(): Promise<void> {
    const titles = this.sought.exchanges.map((each) => each.case);
    const isOwn = ({ operation }: TestCase): boolean => this.ids.has(operation?.operationId);
    // Making the cases takes longer than sending them, so no more are made than needed.
    await this.cover(this.tested, 1, (each) => isOwn(each) && titles.includes(each.title));
    await this.cover(this.tested, this.options.parallel, isOwn);
  }

  private async cover(
    operations: readonly Operation[],
    most: number,
    isWanted: (testCase: TestCase) => boolean,
  ): Promise<void> {
    const { context, run } = this.parts;
    const cases = coverageCases(context, operations, this.options.readOnly ?? false);
    await inParallel(filtered(cases, isWanted), most, this.isDone, async (testCase) => {
      if (isSendable(testCase.request)) await run.test(testCase);
    });
    await this.makeMissing();
  }

  /** Sends the random requests of the earlier run, then others. */
  private async random(operations = this.own): Promise<void> {
    const { context, run } = this.parts;
    const { runs, parallel } = this.options;
    const cases = operations.map((operation) => new OperationCases(context, operation));
    for (const seed of [this.sought.seed, randomInt(MAX_SEED)]) {
      await sendRandom(run, cases, { seed, runs, parallel, isOver: this.isDone });
      await this.makeMissing();
    }
  }

  /** Reads may be wrong because of what other operations have written. */
  private async writing(): Promise<void> {
    const { operations } = this.parts.context.loaded;
    if (this.isDone() || !this.own.every(({ method }) => isSafe(method))) return;
    await this.cover(operations, this.options.parallel, () => true);
    await this.random(operations);
  }

  private get own(): readonly Operation[] {
    const { operations } = this.parts.context.loaded;
    return operations.filter(({ operationId }) => this.ids.has(operationId));
  }

  /** If no operation covers the request, any of the needed operations may be meant. */
  private get tested(): readonly Operation[] {
    return this.ids.has(undefined) ? this.parts.context.loaded.operations : this.own;
  }
}

function* filtered<Item>(
  items: Iterable<Item>,
  isWanted: (item: Item) => boolean,
): Generator<Item> {
  for (const item of items) if (isWanted(item)) yield item;
}

/** A seed whose values differ from those of items that any other run has made. */
function otherValues(): string {
  return `again ${randomInt(MAX_SEED)}`;
}

function lastOf({ exchanges }: FindingFile): ExchangeJson {
  return exchanges.at(-1) ?? exchanges[0];
}

/** Why the absence of the finding is no proof; undefined if it is. */
function whyUntried(
  { run, context }: Assembled,
  sought: FindingFile,
  sent: readonly Exchange[],
): string | undefined {
  const { budget, ended } = run.parts;
  const ids = context.loaded.operations.map(({ operationId }) => operationId);
  const needed = sought.exchanges.flatMap(({ operationId }) => operationId ?? []);
  const left = needed.find((operationId) => !ids.includes(operationId));
  if (left !== undefined) return `${left} is not in the document, or left out by an option`;
  const end = budget.end();
  if (end !== undefined) return `the search ended early (${end})`;
  return ended.haveEnded ? ended.notices.join('; ') : whyUnlike(run, sought, sent);
}

/** How the exchange that the finding begins with differs from the earlier one. */
function whyUnlike(
  { parts: { tally } }: Run,
  sought: FindingFile,
  sent: readonly Exchange[],
): string | undefined {
  const [first, ...more] = sought.exchanges;
  const isSequence = lastOf(sought).phase === 'stateful' && more.length > 0;
  const shown = isSequence ? first : lastOf(sought);
  const alike = sent.filter(({ testCase: { title, operation } }) => {
    const isCase = title === shown.case || shown.phase === 'random';
    return operation?.operationId === shown.operationId && isCase;
  });
  const came = [...new Set(alike.map(statusOrReason))];
  const statuses = came.length === 0 ? 'was not reached' : `got ${came.join(', ')}`;
  const what = `"${shown.case}" (${shown.operationId ?? 'no operation'})`;
  if (!alike.some((each) => isAnswer(each, shown))) {
    return `${what} ${statuses}, and ${shown.response?.status ?? 'no response'} before`;
  }
  // The request that a sequence begins with, such as a creation, must succeed as before.
  const { operationId } = shown;
  const isExercised = operationId === undefined || tally.isExercised(operationId);
  if (isExercised || !(isSequence ? wasAccepted(shown) : sought.exercised)) return undefined;
  return `no valid request to ${operationId} got a success, as one did before; ${what} ${statuses}`;
}

function wasAccepted({ judgement, response }: ExchangeJson): boolean {
  const { status = 0 } = response ?? {};
  return judgement.expected === 'acceptance' && status >= 200 && status < 300;
}

/** Statuses of a service that may not have looked at the request. */
const NO_ANSWER = [401, 403, 408, 425, 429, 502, 503, 504];

function isAnswer(exchange: Exchange, before: ExchangeJson): boolean {
  const status = responseOf(exchange)?.status;
  const { judgement } = exchange;
  if (status === undefined) return false;
  const isExpected = judgement.expected === 'refusal' && judgement.kind.status === status;
  return isExpected || status === before.response?.status || !NO_ANSWER.includes(status);
}
