import { serveDocument, type ServedDocument } from '../../support/serve-document';
import { useStarted } from '../../support/use-started';

/** Serves a document for the tests of a file or of a `describe`. */
export function useDocument(
  ...given: Parameters<typeof serveDocument>
): Pick<ServedDocument, 'url' | 'faults'> {
  return useStarted(() => serveDocument(...given));
}
