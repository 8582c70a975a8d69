import path from 'node:path';
import { callWith } from '../../cli';
import { curlLine, shText } from './curl';
import type { RunCommand } from './run-command';
import type { Finding } from '../finding';
import type { Results } from '../results';

/** The facts about a finding that reports show in addition to its exchanges. */
export interface FindingFacts {
  readonly finding: Finding;
  readonly rule: string;
  /** URL of the section of the standard that states the rule. */
  readonly see: string;
  readonly file: string;
  readonly line: number | undefined;
  /** File, line and JSON Pointer in the document. */
  readonly place: string;
  /** Shell lines that send the requests, in order. */
  readonly curl: readonly string[];
  /** The command that looks for the finding again. */
  readonly repeat: string;
  /** Shell variables used in these lines, such as `TOKEN (--token)`. */
  readonly variables: readonly string[];
}

/** Results of a run that was started by a command line. */
export interface Reported extends Results {
  /** Number of accepted failures, which are not among the findings. */
  readonly accepted?: number;
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

/** The findings for which one side is at fault. */
export function factsOf(results: Results, fault: Finding['fault']): FindingFacts[] {
  return results.findings
    .filter((finding) => finding.fault === fault)
    .map((finding) => findingFacts(results, finding));
}

function repeatCommand(results: Reported, finding: Finding): string {
  const { url, spec, seed, command } = results;
  const { check, needs = [] } = finding;
  const options = command?.options ?? `--url ${shText(url)} --spec ${shText(spec)}`;
  const again = needs.length === 0 ? '' : ` --include ${shText(needs.join())}`;
  const source = command?.source ?? `--seed ${seed}${again}`;
  return `${callWith('conformance')} ${options} ${source} --check ${check}`;
}

/** The file of a finding in the folder of the reports; undefined if it has none. */
export function fileOf({ command, findings }: Reported, finding: Finding): string | undefined {
  if (command?.folder === undefined || command.source !== undefined) return undefined;
  const { operationId = 'no-operation', check } = finding;
  const number = String(findings.indexOf(finding) + 1).padStart(2, '0');
  const name = `${number}-${operationId.replace(/[^\w-]+/g, '_').slice(0, MOST_NAME)}-${check}.json`;
  return path.join(command.folder, name);
}

/** Maximum number of characters of an operationId in a file name. */
const MOST_NAME = 100;

/** A finding that is shown, and findings with the same message at other places. */
export interface Alike {
  readonly shown: FindingFacts;
  readonly others: readonly FindingFacts[];
}

/** Maximum number of findings of one check and operation that causes separate; the last one takes the others. */
const MOST_ALIKE = 5;

/** Groups findings by message, in the order of the checks. */
export function alike(all: readonly FindingFacts[], checks: readonly { id: string }[]): Alike[] {
  const groups = new Map<string, FindingFacts[]>();
  const lists = new Map<string, FindingFacts[][]>();
  for (const facts of all) {
    const { check, operationId, message, cause, pointer } = facts.finding;
    // Operations that take what one keyword forbids.
    const isShared = check === 'invalid-refused' && pointer.startsWith('/components/');
    const key = `${check} ${isShared ? pointer : formOf(message)}`;
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

/** Removes the varying parts of a message: names, values and pointers. */
function formOf(message: string): string {
  const status = /^\d{3} /.exec(message)?.[0] ?? '';
  const text = message
    .slice(status.length)
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\b(path|query|header|cookie|body) \S+: /g, '$1: ')
    .replace(/-?\d+(?:\.\d+)?/g, '0');
  return status + text;
}
