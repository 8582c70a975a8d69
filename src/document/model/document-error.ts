import type { Kind } from './walk-document';

/** The place of a value in the files of its author. */
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
  /** The kind of object that a reference to another machine stands for, since nothing is fetched. */
  readonly outOfReach?: Kind;
  /** Nothing of the document is served, wherever the fault is. */
  readonly isFinal?: true;
}

/** A diagnostic of a document that is served all the same. */
export interface DocumentNotice extends DocumentFault {
  /** `left out` is an operation that is not served. */
  readonly severity: 'notice' | 'warning' | 'left out';
  /** JSON Pointers of the paths, operations, webhooks, callbacks and components that are left out for it. */
  readonly leftOut?: readonly string[];
  /** What is at its pointer says nothing, since it cannot be reached. */
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
 * import { describeFaults, DocumentError, readDocument } from 'plant-store/generate';
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

/** True for an error that no part of the document can be left out for. */
export function isFinal(error: DocumentError): boolean {
  return error.faults.some((fault) => fault.isFinal);
}

/** Maps all items before it throws, so that an author reads every fault at once. */
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
