import path from 'node:path';
import { callWith } from '../../cli/command-line';
import { curlLine, shText } from './curl';
import type { RunCommand } from './run-command';
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
  /** What the shell has to know for these lines, such as `TOKEN (--token)`. */
  readonly variables: readonly string[];
}

/** Results of a run that a command line began. */
export interface Reported extends Results {
  /** Failures that are known, and not among the findings. */
  readonly known?: number;
  readonly command?: RunCommand;
}

export function findingFacts(results: Reported, finding: Finding): FindingFacts {
  const { checks, placeOf, url, command } = results;
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
    curl: finding.exchanges.map(({ testCase }) =>
      curlLine(testCase.request, url, command?.secrets ?? []),
    ),
    repeat: repeatCommand(results, finding),
    variables: command?.variables ?? [],
  };
}

/** The findings that a side is at fault for. */
export function factsOf(results: Results, fault: Finding['fault']): FindingFacts[] {
  return results.findings
    .filter((finding) => finding.fault === fault)
    .map((finding) => findingFacts(results, finding));
}

function repeatCommand(results: Reported, finding: Finding): string {
  const { url, spec, seed, command } = results;
  const { check, needs = [] } = finding;
  const options = command?.options ?? `--url ${shText(url)} --spec ${shText(spec)}`;
  const file = fileOf(results, finding);
  const again = needs.length === 0 ? '' : ` --include ${shText(needs.join())}`;
  const source = command?.source ?? `--seed ${seed}${again}`;
  const own = file === undefined ? `${source} --check ${check}` : `--replay ${shText(file)}`;
  return `${callWith('conformance')} ${options} ${own}`;
}

/** The file that a finding has of its own, in the folder of the reports; undefined where it has none. */
export function fileOf({ command, findings }: Reported, finding: Finding): string | undefined {
  if (command?.folder === undefined || command.source !== undefined) return undefined;
  const { operationId = 'no-operation', check } = finding;
  const number = String(findings.indexOf(finding) + 1).padStart(2, '0');
  const name = `${number}-${operationId.replace(/[^\w-]+/g, '_').slice(0, MOST_NAME)}-${check}.json`;
  return path.join(command.folder, name);
}

/** Characters of an operationId in the name of a file. */
const MOST_NAME = 100;

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
