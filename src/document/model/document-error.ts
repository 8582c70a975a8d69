/** Where a value stands in the files that its author wrote. */
export interface SourcePlace {
  /** As messages name it. */
  readonly file: string;
  /** 1 or more. */
  readonly line: number;
  /** JSON Pointer (RFC 6901) into the file. */
  readonly pointer: string;
}

/** A diagnostic of a document, with the place where its author can fix it. */
export interface DocumentFault {
  /** JSON Pointer (RFC 6901) into the document, all files of it in one. */
  readonly pointer: string;
  /** What is wrong and what to do, without an end mark. */
  readonly message: string;
  /** The place in the text, where the pointer alone does not lead to it. */
  readonly place?: SourcePlace;
}

/** A diagnostic of a document that is served all the same. */
export interface DocumentNotice extends DocumentFault {
  /** `left out` is an operation that is not served. */
  readonly severity: 'notice' | 'warning' | 'left out';
}

/** The document cannot be read or generated from; `faults` has every reason found, at least one. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(readonly faults: readonly DocumentFault[]) {
    super(faults.map(({ pointer, message }) => `${pointer || '/'}: ${message}`).join('\n'));
  }
}
