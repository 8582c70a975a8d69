/** A fault of the document, with the place where its author mends it. */
export interface DocumentFault {
  /** JSON Pointer (RFC 6901) into the document. */
  readonly pointer: string;
  /** What is wrong and what to do, without an end mark. */
  readonly message: string;
}

/** The document cannot be read or generated from. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(readonly faults: readonly DocumentFault[]) {
    super(faults.map(({ pointer, message }) => `${pointer || '/'}: ${message}`).join('\n'));
  }
}

/** The fault of a construct that is sound and not served yet. */
export function unsupported(pointer: string, what: string): DocumentError {
  return new DocumentError([{ pointer, message: `${what} is not supported yet` }]);
}
