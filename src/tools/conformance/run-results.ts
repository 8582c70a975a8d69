import { callWith } from '../cli';
import type { LoadedContract } from '../validators';
import { pointerBeforeHierarchies } from '../document';
import { matchTemplate } from '../resources';
import { isOpen, responseOf, type JudgedDocument, reasons } from '../judge';
import type { Finding } from './finding';
import type { Broken } from './findings';
import type { PhaseResult, Results } from './results';
import type { Run } from './run';
import { neededOperations } from './stateful/needed';

export function recordedResults(run: Run): Results {
  const { budget, tally } = run.context;
  const end = budget.end() ?? 'complete';
  const { elapsedMs: durationMs } = budget;
  const only = { phase: 'recorded', requests: tally.requests, durationMs, ended: end } as const;
  return resultsOf(run, [only]);
}

/** Results of a run. Must be called once, at its end. */
export function resultsOf(run: Run, phases: readonly PhaseResult[]): Results {
  run.conclude();
  const { startedAt } = run;
  const { options, tally, checks, budget, document, loaded } = run.context;
  const { source, url, seed } = options;
  return {
    ...{ ...infoOf(document.loaded.document), url, seed, startedAt, phases },
    spec: source.name,
    placeOf: (pointer) => source.placeOf(pointer),
    checks: checks.map(({ id, rule, see }) => ({ id, rule, see })),
    durationMs: budget.elapsedMs,
    operations: tally.operations,
    findings: withoutVague(certain(run)).map((finding) => {
      const pointer = pointerBeforeHierarchies(source.document, finding.pointer);
      const needs = needsOf(finding, loaded);
      return { ...ofDocument(finding, run), pointer, needs };
    }),
    judged: tally.judged,
    coverage: tally.coverage,
    noVerdicts: run.noVerdicts.all,
    notices: [
      ...leftOut(document),
      ...withoutCredentials(run),
      ...unavailable(run),
      ...notices(run),
    ],
  };
}

/** The operationIds of a finding, with those of the operations it needs. */
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

/** Drops findings that prove nothing, because the credentials may not be valid or have expired. */
function certain({ findings, noVerdicts, context: { taken, ended } }: Run): Finding[] {
  return findings.all.filter((each) => {
    const isTaken = taken.isCertain(each);
    const last = each.exchanges.at(-1);
    if (isTaken && ended.isCertain(each)) return true;
    const reason = isTaken ? reasons.endedCredentials : reasons.unprovenCredentials;
    if (last !== undefined) noVerdicts.note(last, reason);
    return false;
  });
}

/** Drops refusals of whole requests if another finding shows which part is refused. */
function withoutVague(findings: readonly Finding[]): readonly Finding[] {
  const refusals = findings.filter(({ check }) => check === 'accepts-valid');
  const explained = new Set(
    refusals.filter((each) => !isVague(each)).map(({ operationId }) => operationId),
  );
  const isExplained = (finding: Finding): boolean =>
    refusals.includes(finding) && isVague(finding) && explained.has(finding.operationId);
  return findings.filter((each) => !isExplained(each));
}

/** Keywords of covered parts that are no values. */
const NO_VALUES = ['media type', 'security', 'parameter'];

function isVague({ exchanges }: Finding): boolean {
  const covers = exchanges.at(-1)?.testCase.covers ?? [];
  return covers.every(({ keyword }) => NO_VALUES.includes(keyword));
}

/** If no valid request is ever accepted, the document does not say what else a request needs. */
function ofDocument(finding: Finding, run: Run): Finding {
  const { check, operationId } = finding;
  const isOfNeeds = check === 'accepts-valid' || isAboutInput(finding);
  if (!isOfNeeds || operationId === undefined) return finding;
  const isRefusedAnyway = isAboutInput(finding) && refusesValid(operationId, run);
  const isKnown = run.context.tally.isExercised(operationId) && !isRefusedAnyway;
  return isKnown ? finding : { ...finding, fault: 'document' };
}

function refusesValid(operationId: string, { findings }: Run): boolean {
  return findings.all.some(
    (each) => each.check === 'accepts-valid' && each.operationId === operationId,
  );
}

/** True for a refusal with a status for invalid input where the document requires one for credentials. */
function isAboutInput({ check, exchanges }: Finding): boolean {
  const last = exchanges.at(-1);
  const status = last && responseOf(last)?.status;
  return check === 'refusal-status-fits' && (status === 400 || status === 422);
}

/** Number of operations that are named. */
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

function withoutCredentials({ context }: Run): string[] {
  const { tokens, headers = [], prepare } = context.options;
  if (tokens.caller.size > 0 || headers.length > 0 || prepare !== undefined) return [];
  const closed = context.document.loaded.operations.filter((each) => !isOpen(each));
  const idle = context.tally.operations.filter(
    ({ operationId, requests, exercised }) =>
      requests > 0 && !exercised && closed.some((each) => each.operationId === operationId),
  );
  if (idle.length === 0) return [];
  const what = idle.length === 1 ? '1 operation asks' : `${idle.length} operations ask`;
  return [`${what} for credentials, and none are given; give a token with --token`];
}

function notices({ context: { tally, taken, ended }, unsure }: Run): string[] {
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
