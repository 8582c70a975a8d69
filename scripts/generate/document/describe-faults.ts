import type { DocumentFault, DocumentNotice } from './document-error';
import type { SourceDocument } from '../read/read-document';

/** Lines of `file:line: pointer: message`, of notices with their severity before the message. */
export function describeFaults(
  faults: readonly (DocumentFault | DocumentNotice)[],
  source?: SourceDocument,
): string {
  const lines = faults.map((fault) => {
    const place = fault.place ?? source?.placeOf(fault.pointer);
    const at = place === undefined ? '' : `${place.file}:${place.line}: `;
    const pointer = place?.pointer ?? fault.pointer;
    const severity = 'severity' in fault ? `${fault.severity}: ` : '';
    return `${at}${pointer === '' ? '' : `${pointer}: `}${severity}${fault.message}`;
  });
  return lines.join('\n');
}

/** As many notices of one kind are shown in full; what is left out is always. */
const SHOWN = 3;

/** What the author should know, one line each; of many that say the same, the first ones. */
export function describeNotices(
  notices: readonly DocumentNotice[],
  source: SourceDocument,
): string {
  const groups = new Map<string, DocumentNotice[]>();
  for (const notice of notices) {
    const kind = `${notice.severity} ${notice.message.replace(/"[^"]*"/g, '""')}`;
    const group = groups.get(kind);
    if (group === undefined) groups.set(kind, [notice]);
    else group.push(notice);
  }
  const lines = [...groups.values()].flatMap((group) => {
    const all = group[0]?.severity === 'left out' || group.length <= SHOWN + 1;
    const shown = all ? group : group.slice(0, SHOWN);
    const more = group.length - shown.length;
    const severity = group[0]?.severity ?? 'notice';
    const rest = more === 0 ? [] : [`${source.name}: ${severity}: ${more} more like the last one`];
    return [describeFaults(shown, source), ...rest];
  });
  return lines.join('\n');
}
