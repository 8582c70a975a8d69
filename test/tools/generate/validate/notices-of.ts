import { loadContract } from '../../../../src/tools/generate/in-memory';
import type { DocumentNotice } from '../../../../src/tools/document/model/document-error';
import { parseSource } from '../../../../src/tools/document/read/read-document';

/** What is reported of a document, as `line pointer: severity: message`. */
export function noticesOf(text: string): string[] {
  const source = parseSource(text, 'library.yaml');
  const notices: DocumentNotice[] = [];
  loadContract(source.document, { report: (notice) => notices.push(notice) });
  return notices.map(
    ({ pointer, severity, message }) =>
      `${source.lineOf(pointer)} ${pointer}: ${severity}: ${message}`,
  );
}
