import { serveDocument, type ServedDocument } from './serve-document';

/** Serves a document for as long as `use` takes, also when that fails. */
export async function withDocument<T>(
  yaml: string,
  handlers: Parameters<typeof serveDocument>[1],
  options: Parameters<typeof serveDocument>[2],
  use: (served: ServedDocument) => Promise<T>,
): Promise<T> {
  const served = await serveDocument(yaml, handlers, options);
  try {
    return await use(served);
  } finally {
    await served.close();
  }
}
