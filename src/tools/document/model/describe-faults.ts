import { groupBy } from 'openapi-trellis/tools';
import type { DocumentFault, DocumentNotice } from './document-error';
import { pointerKeys } from './json-pointer';
import type { SourceDocument } from '../read/read-document';
import { visibleLine } from '../../cli';

/**
 * Describes diagnostics as lines of `file:line: pointer: message`; notices have their severity before the message.
 * Control characters from the document are made visible, so they cannot command a terminal.
 *
 * @param source the document they are of; without it, lines begin with the pointer
 * @example
 * ```ts
 * import { describeFaults, DocumentError, generate, readDocument } from 'openapi-trellis-tools/generate';
 *
 * const source = readDocument('spec/openapi.yaml');
 * try {
 *   await generate(source, { runtimeModule: 'openapi-trellis/contract/runtime', strict: true });
 * } catch (error) {
 *   if (!(error instanceof DocumentError)) throw error;
 *   console.error(describeFaults(error.faults, source));
 * }
 * ```
 */
export function describeFaults(
  faults: readonly (DocumentFault | DocumentNotice)[],
  source?: SourceDocument,
): string {
  const lines = faults.map((fault) => {
    const place = fault.place ?? source?.placeOf(fault.pointer);
    const at = place === undefined ? '' : `${place.file}:${place.line}: `;
    const pointer = place?.pointer ?? fault.pointer;
    const severity = 'severity' in fault ? `${fault.severity}: ` : '';
    return visibleLine(`${at}${pointer === '' ? '' : `${pointer}: `}${severity}${fault.message}`);
  });
  return lines.join('\n');
}

/** Notices shown without `--all`. */
const SHOWN = 10;
/** The most left-out operations that the summary names. */
const NAMED = 20;

/**
 * Describes notices, one line each: `all`, or the first ten, where those that say the same at more than three places are
 * one. Two or more are followed by a summary with the number of each severity and the operations left out.
 */
export function describeNotices(
  notices: readonly DocumentNotice[],
  source: SourceDocument,
  all = false,
): string {
  const shown = all ? notices : sayingOnce(notices).slice(0, SHOWN);
  const lines = describeFaults(shown, source);
  return notices.length < 2 ? lines : `${lines}\n${summary(notices, shown.length, source)}`;
}

/** More of one message are one line. */
const MOST_ALIKE = 3;

function sayingOnce(notices: readonly DocumentNotice[]): DocumentNotice[] {
  const alike = groupBy(notices, ({ severity, pointer, message }) =>
    severity === 'left out' ? pointer : message,
  );
  return [...alike.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.length <= MOST_ALIKE) return all;
    return [{ ...first, message: `${first.message} (at ${all.length} places)` }];
  });
}

function summary(
  notices: readonly DocumentNotice[],
  shown: number,
  source: SourceDocument,
): string {
  const of = (severity: DocumentNotice['severity']): DocumentNotice[] =>
    notices.filter((notice) => notice.severity === severity);
  const leftOut = of('left out').map(({ pointer }) => operationName(pointer));
  const named = leftOut.slice(0, NAMED).join(', ') + (leftOut.length > NAMED ? ', ...' : '');
  const counts = [
    count(leftOut.length, 'operation') + (leftOut.length > 0 ? ` left out (${named})` : ''),
    count(of('warning').length, 'warning'),
    count(of('notice').length, 'notice'),
  ].filter((text) => !text.startsWith('0 '));
  const rest = notices.length - shown;
  const more = rest === 0 ? '' : `; --all shows the other ${rest}`;
  return visibleLine(`${source.name}: ${counts.join(', ')}${more}`);
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function operationName(pointer: string): string {
  const [, path = '', field = '', method = field.toUpperCase()] = pointerKeys(pointer);
  return `${method} ${path}`;
}
