import { createRequire } from 'node:module';
import type { DocumentNotice } from '../document';
import { Notices } from '../generate';
import { isAccepted, listedName, readAcceptedFaults, staleLines, WHY_STALE } from './acceptance';
import { manyAsOne } from './breaking/change-groups';
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

/** Finds faults of the document itself; with `strict`, also warnings. */
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

/** The faults of a document that are not accepted. */
interface Examined {
  readonly findings: readonly Finding<Rule>[];
  /** Faults that fail only a strict check. */
  readonly warnings: readonly PlacedFault[];
}

async function examineDocument(checked: CheckedDocument, options: CheckOptions): Promise<Examined> {
  const { spec, strict = false } = options;
  const { source } = checked;
  const accepted = readAcceptedFaults(spec, options.accepted);
  const faults = (await faultsOf(checked, options)).map((fault) => placed(fault, source));
  const open = faults.filter((fault) => !isAccepted(accepted, acceptable(fault)));
  const isShown = ({ isWarning }: Fault): boolean => isWarning && !strict;
  const failing = open.filter((fault) => !isShown(fault));
  const stale = strict ? staleLines(accepted, 'document', faults.map(acceptable)) : [];
  const told = failing.map((fault) => findingOf(fault, accepted.file));
  const findings = manyAsOne(told, ({ rule, acceptance }) => `${rule} ${acceptance?.what ?? ''}`);
  return { findings: [...findings, ...stale], warnings: open.filter(isShown) };
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

/** Loaded lazily, since it takes as long as all other work for a small document. */
function linter(): typeof Linter {
  return createRequire(__filename)('./document/lint') as typeof Linter;
}

/** Notices are not faults. A warning for which an operation is left out is reported with the operation. */
function faultsIn(notices: readonly DocumentNotice[]): Fault[] {
  const operations = notices.filter(({ severity }) => severity === 'left out');
  const isTold = (part: string): boolean =>
    operations.some(({ pointer }) => `${pointer}/`.startsWith(`${part}/`));
  return notices.flatMap(({ severity, leftOut = [], isEmptied, isRemote, ...at }): Fault[] => {
    if (severity === 'notice') return [];
    const isUntold = leftOut.length > 0 && !leftOut.some(isTold);
    // What is on another machine may be there.
    const isNowhere = isEmptied === true && isRemote !== true;
    const isWarning = severity === 'warning' && !isUntold && !isNowhere;
    return [{ ...at, isWarning, rule: isWarning ? 'warning' : 'left-out', remedy: 'correct it' }];
  });
}

/** Prefixes of messages; a message without one needs none. */
const PREFIXES: Readonly<Partial<Record<FaultRule, string>>> = {
  'left-out': 'left out: ',
  warning: 'warning: ',
};

function findingOf(fault: PlacedFault, acceptedFile: string): Finding<Rule> {
  const { rule, place, message, remedy } = fault;
  const line = listedName(acceptable(fault));
  return {
    rule,
    ...place,
    message: `${place.pointer === '' ? '' : `${place.pointer}: `}${PREFIXES[rule] ?? ''}${message}`,
    remedy: `${remedy}, or accept it with a line "${line} # REASON" in ${acceptedFile}`,
    acceptance: { file: acceptedFile, line, what: message },
  };
}

/** The faults of examples and of the linter, without those that reading the document already found. */
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

/** Paths with different methods are not left out. */
function isIdenticalPath({ lintRule }: Fault): boolean {
  return lintRule === 'no-identical-paths';
}

/**
 * Lint findings about security that are reported elsewhere: an undeclared scheme, of which reading warns, and the
 * requests of webhooks and callbacks, which this service sends.
 */
const OTHER_SECURITY = /\/security\/\d+\/[^/]+$|^\/webhooks\/|\/callbacks\//;
