import { callWith } from '../cli/command-line';
import { type LoadedContract, type Operation, pointerBeforeHierarchies } from '../generate/index';
import { matchTemplate } from '../resources/index';
import { type Assembled, type ConformanceOptions, testedOf } from './assemble';
import { coverageCases } from './cases/coverage';
import { OperationCases } from './cases/operation-cases';
import { isOpen } from './cases/security';
import { mayEndCredentials } from './credential-state';
import { type Phase, responseOf } from './exchange';
import type { Finding } from './finding';
import type { Broken } from './findings';
import { isSendable } from './http/request';
import type { JudgedDocument } from './judge/second-validator';
import { reasons } from './no-verdicts';
import { sendRandom } from './random-phase';
import type { PhaseResult, Results } from './results';
import type { Run } from './run';
import { inParallel } from './scheduling';
import { cleanUp, discover } from './stateful/discover';
import { neededOperations } from './stateful/needed';
import { engineRun, runStateful } from './stateful/run-stateful';
import type { StatefulRun } from './stateful/steps';

/**
 * How far into the time of a run each phase may go, and how much of what is left when it begins: one that
 * waited for slow responses has taken from the next.
 */
const SHARES = {
  coverage: { ofAll: 0.6, ofRest: 0.6 },
  stateful: { ofAll: 0.8, ofRest: 0.5 },
  random: { ofAll: 1, ofRest: 1 },
};

/** How far all others may go where some operations come last. */
const BEFORE_THE_LAST = 0.95;

export class Phases {
  private readonly phases: PhaseResult[] = [];
  private readonly startedAt = Date.now();
  private readonly stateful: StatefulRun;
  private readonly operations: { readonly first: Operation[]; readonly last: Operation[] };
  private phase: Phase = 'coverage';
  /** Why tests ended before the last operations; undefined where they went on. */
  private endedBefore: PhaseResult['ended'] | undefined;
  private isAtLast = false;
  /** Of the time of the run, when the phase ends. */
  private share: number = SHARES.coverage.ofAll;

  constructor(
    private readonly options: ConformanceOptions,
    private readonly parts: Assembled,
  ) {
    const { loaded } = parts.context;
    const first = loaded.operations.filter((each) => !mayEndCredentials(each));
    this.operations = { first, last: loaded.operations.filter(mayEndCredentials) };
    const context = { ...parts.context, loaded: { ...loaded, operations: first } };
    this.stateful = engineRun(parts.run, context, options.seed, this.isOver);
  }

  async run(): Promise<Results> {
    try {
      await this.during('coverage', () => this.coverage());
      await this.during('stateful', () => this.sequences());
      await this.during('random', () => this.random());
    } finally {
      this.parts.sender.close();
    }
    const { options, startedAt, phases } = this;
    return resultsOf({ options, startedAt, phases, run: this.parts.run });
  }

  private async coverage(): Promise<void> {
    const { options } = this;
    if (options.stateless !== true) this.parts.found.items = await discover(this.stateful);
    await this.cover(this.operations.first);
    await this.parts.run.findCauses();
  }

  private async cover(operations: readonly Operation[]): Promise<void> {
    const { parallel, readOnly = false } = this.options;
    const cases = coverageCases(this.parts.context, operations, readOnly);
    await inParallel(cases, parallel, this.isOver, async (testCase) => {
      if (isSendable(testCase.request)) await this.parts.run.test(testCase);
      this.tell();
    });
  }

  private async sequences(): Promise<void> {
    if (this.options.readOnly === true || this.options.stateless === true) return;
    const { items } = this.parts.found;
    // What was removed is made again: for the sequences, and then for the random requests.
    await runStateful(this.stateful, await discover(this.stateful, items, 'second'));
    await discover(this.stateful, items, 'third');
  }

  private async random(): Promise<void> {
    const { first, last } = this.operations;
    const { run } = this.parts;
    const { share } = this;
    if (last.length > 0) this.share = share * BEFORE_THE_LAST;
    await this.sendRandom(first);
    await run.tryWaiting(this.options.parallel);
    await cleanUp(this.stateful, this.parts.found.items);
    this.endedBefore = this.end;
    [this.share, this.isAtLast] = [share, true];
    await this.cover(last);
    await this.sendRandom(last);
    await run.tryWaiting(this.options.parallel);
  }

  /** What removes comes last, since others need what it removes. */
  private async sendRandom(all: readonly Operation[]): Promise<void> {
    const { seed, runs, parallel } = this.options;
    const { run, context } = this.parts;
    const isRemoving = ({ method }: Operation): boolean => method === 'DELETE';
    for (const group of [all.filter((each) => !isRemoving(each)), all.filter(isRemoving)]) {
      const cases = group.map((operation) => new OperationCases(context, operation));
      await sendRandom(run, cases, {
        ...{ seed, runs, parallel, isOver: this.isOver },
        tell: () => {
          this.tell();
        },
      });
    }
  }

  private async during(phase: keyof typeof SHARES, work: () => Promise<void>): Promise<void> {
    this.phase = phase;
    const { budget, tally } = this.parts.run.parts;
    const begun = Math.min(1, budget.elapsedMs / this.options.limits.timeMs);
    const { ofAll, ofRest } = SHARES[phase];
    this.share = Math.max(ofAll, begun + (1 - begun) * ofRest);
    const before = { requests: tally.requests, elapsedMs: budget.elapsedMs };
    await work();
    this.phases.push({
      phase,
      requests: tally.requests - before.requests,
      durationMs: budget.elapsedMs - before.elapsedMs,
      ended: this.endedBefore ?? this.end ?? 'complete',
    });
  }

  private readonly isOver = (): boolean => {
    return this.end !== undefined || this.parts.run.parts.ended.haveEnded;
  };

  private get end(): PhaseResult['ended'] | undefined {
    const { budget, ended } = this.parts.run.parts;
    const isEarly = ended.haveEnded && !this.isAtLast;
    return budget.end(this.share) ?? (isEarly ? 'credentials ended' : undefined);
  }

  private tell(): void {
    const { phase } = this;
    const { run } = this.parts;
    const { requests } = run.parts.tally;
    this.options.onProgress?.({ phase, requests, findings: run.findings.size });
  }
}

export function resultsOf({
  options,
  startedAt,
  phases,
  run,
}: {
  readonly options: ConformanceOptions;
  readonly startedAt: number;
  readonly phases: readonly PhaseResult[];
  readonly run: Run;
}): Results {
  run.conclude();
  const { source, url, seed } = options;
  const { tally, checks, budget, document } = run.parts;
  const { title, version } = infoOf(document.loaded.document);
  const tested = testedOf(options, document.loaded);
  return {
    ...{ title, version, url, seed, startedAt, phases },
    spec: source.name,
    placeOf: (pointer) => source.placeOf(pointer),
    checks: checks.map(({ id, rule, see }) => ({ id, rule, see })),
    durationMs: budget.elapsedMs,
    operations: tally.operations,
    findings: withoutVague(certain(run)).map((finding) => {
      const pointer = pointerBeforeHierarchies(source.document, finding.pointer);
      const needs = needsOf(finding, tested);
      return { ...ofDocument(finding, run), pointer, needs };
    }),
    judged: tally.judged,
    coverage: tally.coverage,
    noVerdicts: run.noVerdicts.all,
    notices: [
      ...leftOut(document),
      ...withoutCredentials(options, run),
      ...unavailable(run),
      ...notices(run),
    ],
  };
}

/** The operations of a finding, with what they need. */
function needsOf({ exchanges }: Finding, tested: LoadedContract): string[] {
  const cases = exchanges.map(({ testCase }) => testCase);
  const operations = tested.operations.filter(({ operationId, path }) =>
    cases.some(({ operation, request }) =>
      operation === undefined
        ? matchTemplate(path, request.target.split('?')[0] ?? '') !== undefined
        : operation.operationId === operationId,
    ),
  );
  const sequences = cases.flatMap(({ sequence }) => sequence ?? []);
  const needed = neededOperations(tested, operations, sequences);
  return tested.operations
    .map(({ operationId }) => operationId)
    .filter((operationId) => needed.includes(operationId));
}

function infoOf({ info }: Readonly<Record<string, unknown>>): { title: string; version: string } {
  const { title, version } = Object(info) as Readonly<Record<string, unknown>>;
  return { title: String(title), version: String(version) };
}

/** Without what shows nothing of a service where the credentials are of no use, or no more. */
function certain({ findings, noVerdicts, parts: { taken, ended } }: Run): Finding[] {
  return findings.all.filter((each) => {
    const isTaken = taken.isCertain(each);
    const last = each.exchanges.at(-1);
    if (isTaken && ended.isCertain(each)) return true;
    const reason = isTaken ? reasons.endedCredentials : reasons.unprovenCredentials;
    if (last !== undefined) noVerdicts.note(last, reason);
    return false;
  });
}

/** Without refusals of whole requests, where it is known what in them is refused. */
function withoutVague(findings: readonly Finding[]): readonly Finding[] {
  const refusals = findings.filter(({ check }) => check === 'accepts-valid');
  const explained = new Set(
    refusals.filter((each) => !isVague(each)).map(({ operationId }) => operationId),
  );
  const isExplained = (finding: Finding): boolean =>
    refusals.includes(finding) && isVague(finding) && explained.has(finding.operationId);
  return findings.filter((each) => !isExplained(each));
}

/** Parts of requests that are no values. */
const NO_VALUES = ['media type', 'security', 'parameter'];

function isVague({ exchanges }: Finding): boolean {
  const covers = exchanges.at(-1)?.testCase.covers ?? [];
  return covers.every(({ keyword }) => NO_VALUES.includes(keyword));
}

/** Where no valid request is ever taken, the document does not say what more a request needs. */
function ofDocument(finding: Finding, run: Run): Finding {
  const { check, operationId } = finding;
  const isOfNeeds = check === 'accepts-valid' || isAboutInput(finding);
  if (!isOfNeeds || operationId === undefined) return finding;
  const isRefusedAnyway = isAboutInput(finding) && refusesValid(operationId, run);
  const isKnown = run.parts.tally.isExercised(operationId) && !isRefusedAnyway;
  return isKnown ? finding : { ...finding, fault: 'document' };
}

function refusesValid(operationId: string, { findings }: Run): boolean {
  return findings.all.some(
    (each) => each.check === 'accepts-valid' && each.operationId === operationId,
  );
}

/** True for a refusal that speaks of the input where the document has it speak of credentials. */
function isAboutInput({ check, exchanges }: Finding): boolean {
  const last = exchanges.at(-1);
  const status = last && responseOf(last)?.status;
  return check === 'refusal-status-fits' && (status === 400 || status === 422);
}

/** Operations that are named. */
const MOST_LEFT_OUT = 20;

function leftOut({ leftOut: all = [], source }: JudgedDocument): string[] {
  if (all.length === 0) return [];
  const names = all.map(({ method, path }) => `${method} ${path}`);
  const more = all.length > MOST_LEFT_OUT ? ', ...' : '';
  const what = all.length === 1 ? '1 operation is' : `${all.length} operations are`;
  return [
    `${what} left out for faults of the document, and not tested (${names.slice(0, MOST_LEFT_OUT).join(', ')}${more}); ${callWith('check')} --spec ${source.name} says which`,
  ];
}

function unavailable({ unavailable: ids }: Run): string[] {
  if (ids.size === 0) return [];
  const where = ids.size === 1 ? '1 operation' : `${ids.size} operations`;
  return [`${where} answered 503 for a time, also to what is accepted at other times`];
}

function withoutCredentials(options: ConformanceOptions, { parts }: Run): string[] {
  const { tokens, headers = [], prepare } = options;
  if (tokens.caller.size > 0 || headers.length > 0 || prepare !== undefined) return [];
  const closed = parts.document.loaded.operations.filter((each) => !isOpen(each));
  const idle = parts.tally.operations.filter(
    ({ operationId, requests, exercised }) =>
      requests > 0 && !exercised && closed.some((each) => each.operationId === operationId),
  );
  if (idle.length === 0) return [];
  const what = idle.length === 1 ? '1 operation asks' : `${idle.length} operations ask`;
  return [`${what} for credentials, and none are given; give a token with --token`];
}

function notices({ parts: { tally, taken, ended }, unsure }: Run): string[] {
  const idle = tally.operations.filter(({ requests, exercised }) => requests > 0 && !exercised);
  return [
    ...new Set(unsure.map(unconfirmed)),
    ...taken.notices,
    ...ended.notices,
    ...idle.map(({ operationId, statuses }) => {
      const seen = Object.entries(statuses).map(
        ([status, count]) => `${status === 'none' ? 'no response' : status} (${count})`,
      );
      return `${operationId} is not exercised: no valid request got a success, only ${seen.join(', ')}; give it values that the service knows with --hooks`;
    }),
  ];
}

function unconfirmed({ check, violation }: Broken): string {
  return `${check.id} may be broken (${violation.message}), but the run was over before it was tried again; give it more with --seconds or --requests`;
}
