import { serveDocument, type ServedDocument } from '../../support/serve-document';

/** Serves a document for the tests of a file or of a `describe`. */
export function useDocument(
  ...given: Parameters<typeof serveDocument>
): Pick<ServedDocument, 'url' | 'faults'> {
  let served: ServedDocument | undefined;
  beforeAll(async () => {
    served = await serveDocument(...given);
  });
  afterAll(() => served?.close());
  return {
    get url() {
      return served!.url;
    },
    get faults() {
      return served!.faults;
    },
  };
}
