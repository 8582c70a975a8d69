import { createRequire } from 'node:module';
import type { DocumentNotice } from '../generate/index';
import { Notices } from '../generate/project';
import { isAccepted, nameOfFault, readAcceptedFaults, staleLines, WHY_STALE } from './acceptance';
import { CheckedDocument } from './checked-document';
import { exampleFaults } from './document/example-faults';
import { acceptable, type Fault, type FaultRule, placed, type PlacedFault } from './document/fault';
import type * as Linter from './document/lint';
import type { Check, CheckOptions } from './drift-check';
import type { Finding } from './finding';

const rules: Readonly<Record<FaultRule | 'stale-line', string>> = {
  'left-out':
    'Clients get 404 from an operation that the document promises, or tools stop at a component.',
  warning: 'Tools read the document differently, or something in it has no effect.',
  example: 'Readers copy what the service refuses, or expect what it never sends.',
  lint: 'Readers and tools rely on the rules that were chosen for the document.',
  'stale-line': WHY_STALE,
};

type Rule = keyof typeof rules;

/** Finds what is wrong with the document itself; if `strict`, every warning too. */
export const documentCheck: Check<Rule> = {
  name: 'document',
  claim: 'every operation is served, the examples are valid, and the lint rules are kept',
  failure: 'the document has faults',
  rules,
  async run(options, checked = new CheckedDocument(options)) {
    const { findings, warnings } = await examineDocument(checked, options);
    const shown = new Notices(checked.source, { all: options.all === true });
    for (const fault of warnings) shown.report({ ...fault, severity: 'warning' });
    shown.show();
    return { findings };
  },
};

/** What is found in a document, beside what it is accepted to have. */
interface Examined {
  readonly findings: readonly Finding<Rule>[];
  /** What fails only a check that is strict. */
  readonly warnings: readonly PlacedFault[];
}

/** Finds what the check finds, and shows nothing. */
async function examineDocument(checked: CheckedDocument, options: CheckOptions): Promise<Examined> {
  const { spec, strict = false } = options;
  const { source } = checked;
  const accepted = readAcceptedFaults(spec, options.accepted);
  const faults = (await faultsOf(checked, options)).map((fault) => placed(fault, source));
  const open = faults.filter((fault) => !isAccepted(accepted, acceptable(fault)));
  const isShown = ({ isWarning }: Fault): boolean => isWarning && !strict;
  const failing = open.filter((fault) => !isShown(fault));
  const stale = strict ? staleLines(accepted, 'document', faults.map(acceptable)) : [];
  const findings = [...failing.map((fault) => findingOf(fault, accepted.file)), ...stale];
  return { findings, warnings: open.filter(isShown) };
}

async function faultsOf(
  { source, loaded, notices }: CheckedDocument,
  options: CheckOptions,
): Promise<Fault[]> {
  const faults = faultsIn(notices);
  const linted = await linter().lint(source, options);
  const examples = exampleFaults(loaded, source, linted.severityOf);
  return [...faults, ...withoutRepeats(faults, [...examples, ...linted.faults])];
}

/** Loaded only here, since it takes as long as all else that is done with a small document. */
function linter(): typeof Linter {
  return createRequire(__filename)('./document/lint') as typeof Linter;
}

/** Notices are no faults. A warning that an operation is left out for is told with the operation. */
function faultsIn(notices: readonly DocumentNotice[]): Fault[] {
  const operations = notices.filter(({ severity }) => severity === 'left out');
  const isTold = (part: string): boolean =>
    operations.some(({ pointer }) => `${pointer}/`.startsWith(`${part}/`));
  return notices.flatMap(({ severity, leftOut = [], ...at }): Fault[] => {
    if (severity === 'notice') return [];
    const isUntold = leftOut.length > 0 && !leftOut.some(isTold);
    const isWarning = severity === 'warning' && !isUntold;
    return [{ ...at, isWarning, rule: isWarning ? 'warning' : 'left-out', remedy: 'correct it' }];
  });
}

/** What stands before the message, which says it itself where there is nothing. */
const PREFIXES: Readonly<Partial<Record<FaultRule, string>>> = {
  'left-out': 'left out: ',
  warning: 'warning: ',
};

function findingOf(fault: PlacedFault, acceptedFile: string): Finding<Rule> {
  const { rule, place, message, remedy } = fault;
  const line = nameOfFault(acceptable(fault));
  return {
    rule,
    ...place,
    message: `${place.pointer === '' ? '' : `${place.pointer}: `}${PREFIXES[rule] ?? ''}${message}`,
    remedy: `${remedy}, or accept it with a line "${line} # REASON" in ${acceptedFile}`,
    acceptance: { file: acceptedFile, line, what: message },
  };
}

/**
 * The faults that examples and the linter add to those that reading the document tells of, without those
 * that say the same again.
 */
function withoutRepeats(read: readonly Fault[], others: readonly Fault[]): Fault[] {
  const warned = new Set(read.map(({ pointer }) => pointer));
  const leftOut = read.filter(({ rule }) => rule === 'left-out').map(({ pointer }) => pointer);
  const identical = new Set(others.filter(isIdenticalPath).map(({ pointer }) => pointer));
  return others.filter((fault) => {
    const { rule, lintRule, pointer } = fault;
    if (rule === 'example' || lintRule === 'no-undefined-server-variable') {
      return !warned.has(pointer);
    }
    if (isIdenticalPath(fault)) return !leftOut.some((at) => at.startsWith(`${pointer}/`));
    if (lintRule === 'no-ambiguous-paths') return !identical.has(pointer);
    return lintRule !== 'security-defined' || !OTHER_SECURITY.test(pointer);
  });
}

/** Of those whose methods differ, none is left out. */
function isIdenticalPath({ lintRule }: Fault): boolean {
  return lintRule === 'no-identical-paths';
}

/**
 * Security that is told of elsewhere: a scheme that is not described, of which reading warns, and the
 * requests of webhooks and callbacks, which this service sends.
 */
const OTHER_SECURITY = /\/security\/\d+\/[^/]+$|^\/webhooks\/|\/callbacks\//;
