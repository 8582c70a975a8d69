import { callWith } from '../../cli/command-line';
import { shWord } from '../../cli/shell';
import { curlLine } from '../http/request';
import type { Finding } from '../finding';
import type { Results } from '../results';

/** What each report says of a finding, beside its exchanges. */
export interface FindingFacts {
  readonly finding: Finding;
  /** Of the check. */
  readonly rule: string;
  /** The section of the standard that says so. */
  readonly see: string;
  readonly file: string;
  readonly line: number | undefined;
  /** File, line and JSON Pointer. */
  readonly place: string;
  /** Lines of a shell that send the requests, in their order. */
  readonly curl: readonly string[];
  /** The command that finds it again. */
  readonly repeat: string;
}

export function findingFacts(results: Results, finding: Finding): FindingFacts {
  const { checks, placeOf, url } = results;
  const check = checks.find(({ id }) => id === finding.check);
  const { file, line } = placeOf(finding.pointer);
  const at = line === undefined ? file : `${file}:${line}`;
  return {
    finding,
    rule: check?.rule ?? '',
    see: check?.see ?? '',
    file,
    line,
    place: `${at} #${finding.pointer}`,
    curl: finding.exchanges.map(({ testCase }) => curlLine(testCase.request, url)),
    repeat: repeatCommand(results, finding),
  };
}

/** The findings that a side is at fault for. */
export function factsOf(results: Results, fault: Finding['fault']): FindingFacts[] {
  return results.findings
    .filter((finding) => finding.fault === fault)
    .map((finding) => findingFacts(results, finding));
}

function repeatCommand({ url, spec, seed }: Results, { operationId, check }: Finding): string {
  const include = operationId === undefined ? [] : ['--include', operationId];
  const options = [
    '--url',
    url,
    '--spec',
    spec,
    '--seed',
    String(seed),
    ...include,
    '--check',
    check,
  ];
  return `${callWith('conformance')} ${options.map(shWord).join(' ')}`;
}

/** A finding that is shown, and those that say the same of other places. */
export interface Alike {
  readonly shown: FindingFacts;
  readonly others: readonly FindingFacts[];
}

/** Findings of one check and operation that are shown where causes tell them apart; others stand with the last one. */
const MOST_ALIKE = 5;

/** Findings by what they say, in the order in which the checks are listed. */
export function alike(all: readonly FindingFacts[], checks: readonly { id: string }[]): Alike[] {
  const groups = new Map<string, FindingFacts[]>();
  const lists = new Map<string, FindingFacts[][]>();
  for (const facts of all) {
    const { check, operationId, message, cause } = facts.finding;
    const key = `${check} ${formOf(message)}`;
    const shown = lists.get(`${check} ${operationId}`) ?? [];
    const group =
      groups.get(key) ??
      (cause !== undefined && shown.length >= MOST_ALIKE ? shown.at(-1) : undefined);
    if (group === undefined) {
      const first = [facts];
      groups.set(key, first);
      lists.set(`${check} ${operationId}`, [...shown, first]);
    } else group.push(facts);
  }
  const rank = ({ shown: { finding } }: Alike): number =>
    checks.findIndex(({ id }) => id === finding.check);
  return [...groups.values()]
    .flatMap(([shown, ...others]) => (shown === undefined ? [] : [{ shown, others }]))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** A message without what differs from place to place: names, values and pointers. */
function formOf(message: string): string {
  const status = /^\d{3} /.exec(message)?.[0] ?? '';
  const text = message
    .slice(status.length)
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\b(path|query|header|cookie|body) \S+: /g, '$1: ')
    .replace(/-?\d+(?:\.\d+)?/g, '0');
  return status + text;
}
