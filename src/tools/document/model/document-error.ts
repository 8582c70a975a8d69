import type { Kind } from './walk-document';

/** The place of a value in the files of its author. */
export interface SourcePlace {
  /** The file name used in messages. */
  readonly file: string;
  /** 1 or more. */
  readonly line: number;
  /** JSON Pointer (RFC 6901) into the file. */
  readonly pointer: string;
}

/** A problem in a document, with the place where its author can fix it. */
export interface DocumentFault {
  /** JSON Pointer (RFC 6901) into the bundled document. */
  readonly pointer: string;
  /** The problem and its remedy, without a final period. */
  readonly message: string;
  /** The place in the source text, set where the pointer alone does not lead to it. */
  readonly place?: SourcePlace;
  /** The kind of object that an unresolved reference would lead to. */
  readonly unresolved?: Kind;
  /** The reference leads to another machine, from which nothing is fetched. */
  readonly isRemote?: true;
  /** No part of the document can be served, wherever the fault is. */
  readonly isFinal?: true;
}

/** A problem in a document that is served all the same. */
export interface DocumentNotice extends DocumentFault {
  /** `left out`: the operation is not served. */
  readonly severity: 'notice' | 'warning' | 'left out';
  /** JSON Pointers of the paths, operations, webhooks, callbacks and components left out because of it. */
  readonly leftOut?: readonly string[];
  /** The value at the pointer has no effect, since it cannot be reached. */
  readonly isEmptied?: boolean;
}

export function isNotice(fault: DocumentFault): fault is DocumentNotice {
  return 'severity' in fault;
}

/**
 * Thrown for a document that cannot be read or generated from; `faults` has every reason found, at least one.
 *
 * @example
 * ```ts
 * import { describeFaults, DocumentError, readDocument } from 'openapi-trellis-tools/generate';
 *
 * try {
 *   readDocument('openapi.yaml');
 * } catch (error) {
 *   if (!(error instanceof DocumentError)) throw error;
 *   console.error(describeFaults(error.faults));
 * }
 * ```
 */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(readonly faults: readonly DocumentFault[]) {
    super(faults.map(({ pointer, message }) => `${pointer || '/'}: ${message}`).join('\n'));
  }
}

/** True for an error that leaving out parts of the document cannot fix. */
export function isFinal(error: DocumentError): boolean {
  return error.faults.some((fault) => fault.isFinal);
}

/** Maps all items before it throws, which shows an author every fault at once. */
export function collectFaults<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Result[] {
  const faults: DocumentFault[] = [];
  const results = items.flatMap((item) => {
    try {
      return [map(item)];
    } catch (error) {
      if (!(error instanceof DocumentError) || isFinal(error)) throw error;
      for (const each of error.faults) faults.push(each);
      return [];
    }
  });
  if (faults.length > 0) throw new DocumentError(faults);
  return results;
}
