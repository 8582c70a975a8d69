import path from 'node:path';
import { callWith, visibleLine, visibleText } from '../cli';
import type { Fault } from './fault';
import type { DevProject, DevServer } from './project';
import type { TypeFault } from './type-check';

/** A served operation, and its state. */
export interface OperationStatus {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** The absolute path of its handler. */
  readonly file: string;
  readonly isWritten: boolean;
  /** Why its handler cannot be loaded. */
  readonly fault?: Fault | undefined;
  readonly isChanged: boolean;
}

/** The data of the status screen. */
export interface Status {
  /** Absent before the service starts. */
  readonly running?: Pick<DevServer, 'url' | 'announcement'> | undefined;
  readonly document: string;
  readonly operations: readonly OperationStatus[];
  /** Why the latest document is not served. */
  readonly faults: readonly (Fault | undefined)[];
  /** Warnings of the document, as lines. */
  readonly notices: string;
  /** Absent before the first type check. */
  readonly typeFaults?: readonly TypeFault[] | undefined;
  /** The base of the operations, such as `HEAD`; absent if it has no document. */
  readonly base?: string | undefined;
  /** Changes since the base that `info.version` does not announce, as lines of the drift check. */
  readonly unsaid: readonly string[];
}

/** Maximum listed operations without anything to report; the others are counted. */
const MOST_PLAIN = 20;

export function statusLines(
  status: Status,
  { root, out }: Pick<DevProject, 'root' | 'out'>,
): string[] {
  const { operations, notices } = status;
  const name = (file: string): string => path.relative(root, file).split(path.sep).join('/');
  const told = operations.map((operation) => operationLine(operation, status, name));
  const plain = told.filter(({ isPlain }) => isPlain).length;
  const isLong = plain > MOST_PLAIN;
  const shown = isLong ? told.filter(({ isPlain }) => !isPlain) : told;
  return [
    ...headLines(status),
    ...shown.map(({ line }) => line),
    ...(isLong ? [`  ${plain} more operations are written`] : []),
    ...typeLines(status, out, name),
    ...unsaidLines(status),
    ...(notices === '' ? [] : notices.split('\n')),
    ...[...status.faults, ...operations.map(({ fault }) => fault)].flatMap(faultLines),
  ];
}

/** Always shown, since a token in it is shown nowhere else. */
function headLines({ running, document }: Status): string[] {
  if (running === undefined) return [`${document} is not served yet`];
  const { url, announcement } = running;
  const served = `${document} is served at ${url}, its docs page at ${url}/-/docs`;
  return [...announcement.trimEnd().split('\n'), served];
}

function operationLine(
  { operationId, method, path: template, file, isWritten, fault, isChanged }: OperationStatus,
  { typeFaults = [], base }: Status,
  name: (file: string) => string,
): { readonly line: string; readonly isPlain: boolean } {
  const typeFault = typeFaults.find((each) => each.file === file);
  const said = [
    ...(isWritten ? [] : [`answered by the mock; write ${name(file)}`]),
    ...(fault === undefined ? [] : ['cannot be loaded; see below']),
    ...(typeFault === undefined ? [] : [`type error at ${typeFaultLine(typeFault, name)}`]),
    ...(isChanged && base !== undefined ? [`changed since ${base}`] : []),
  ];
  const isPlain = said.length === 0;
  const line = `  ${operationId} (${method} ${template}): ${isPlain ? 'written' : said.join('; ')}`;
  return { line, isPlain };
}

/** Maximum listed changes; the drift check lists all. */
const MOST_UNSAID = 10;

function unsaidLines({ unsaid, base, document }: Status): string[] {
  if (unsaid.length === 0 || base === undefined) return [];
  const left = unsaid.length - MOST_UNSAID;
  const check = `${callWith('check')} --only breaking --base ${base}:./${document}`;
  return [
    `changes since ${base} that info.version does not say: ${unsaid.length}`,
    ...unsaid.slice(0, MOST_UNSAID),
    ...(left > 0 ? [`${left} more: ${check}`] : []),
  ];
}

/** The number of errors, and those that no operation's line shows. */
function typeLines(status: Status, out: string, name: (file: string) => string): string[] {
  const { typeFaults, operations } = status;
  if (typeFaults === undefined) return [];
  const faults = toldTypeFaults(status, out);
  const { length } = faults;
  const isPart = length < typeFaults.length && operations.some(({ isWritten }) => !isWritten);
  const besides = isPart ? ' but for handlers that are not written' : '';
  const count = `types: ${length === 0 ? 'no' : length} ${length === 1 ? 'error' : 'errors'}`;
  const beside = operations.map(({ file }) => faults.find((each) => each.file === file));
  const others = faults.filter((each) => !beside.includes(each));
  return [count + besides, ...others.map((fault) => typeFaultLine(fault, name))];
}

/**
 * Omits errors of the registry of handlers that follow from others: a handler that is not written, or one with
 * errors.
 */
function toldTypeFaults({ typeFaults = [], operations }: Status, out: string): TypeFault[] {
  const registry = path.join(out, 'handlers.ts');
  const others = typeFaults.filter(({ file }) => file !== registry);
  const isSaid = others.length > 0 || operations.some(({ isWritten }) => !isWritten);
  return isSaid ? others : [...typeFaults];
}

function typeFaultLine({ file, line, message }: TypeFault, name: (file: string) => string): string {
  return `${name(file)}:${line}: ${message}`;
}

/** A fault, with its source. */
export function faultLines(fault: Fault | undefined): string[] {
  if (fault === undefined) return [];
  const { message, excerpt } = fault;
  return [...message.split('\n'), ...(excerpt === undefined ? [] : excerpt.split('\n'))];
}

/** Moves to the top of the screen, and clears it. */
const CLEAR = '\x1b[H\x1b[J';

/**
 * Shows the status: on a terminal, redrawn on a cleared screen with messages below; elsewhere, as those lines that
 * are new. Control characters in foreign texts are escaped.
 */
export class Screen {
  private shown: readonly string[] = [];

  constructor(private readonly output: NodeJS.WriteStream) {}

  show(given: readonly string[]): void {
    const lines = given.map(visibleLine);
    const isSame =
      lines.length === this.shown.length && lines.every((line, at) => line === this.shown[at]);
    if (isSame) return;
    const known = new Set(this.shown);
    this.shown = lines;
    if (this.output.isTTY) this.write([this.emptyScreen() + lines.join('\n'), '']);
    else this.write(lines.filter((line) => !known.has(line)));
  }

  /** Prints a message of one or several lines. */
  say(text: string): void {
    this.write([visibleText(text)]);
  }

  /** Previous content, such as the log, can be scrolled to. */
  private emptyScreen(): string {
    return '\n'.repeat(this.output.rows) + CLEAR;
  }

  private write(lines: readonly string[]): void {
    if (lines.length > 0) this.output.write(`${lines.join('\n')}\n`);
  }
}
